"""Given names: first names that English prose uses alone when it tells of invented people."""

from __future__ import annotations

# Lower case. Names that are mostly something else (May, Will, Rose), places or households of science (Florence,
# Victoria, Darwin, Curie) are left out; "Mark" and "Bill" are told from words where they stand, by ``people_rules``.
GIVEN_NAMES = frozenset(
    """aaron abby adam adrian ahmed aisha alan alana alberto alejandro alex alexa alexis alice alicia alyssa
    amanda amber amelie amy ana andrea andrew andy angela angie anil anita ann anna anne annette annie antoine
    antonio anya arjun ashley barbara belinda ben benjamin bernadette beth betsy betty beverly bill billy bob
    bobby boris brad brandon brenda brett brian brianna brittany bruce camila carla carlos carmen carol caroline
    carrie cassie catherine cathy charlie cheryl chidi chloe chris christina christine christopher cindy claire
    clara colby colin colleen connie corinne courtney cynthia dan daniel danielle danny darnell dave david
    dawn debbie deborah deepa denise dennis derek deshawn diana diane diego dimitri dmitri donna doris dorothy
    doug dustin eddie eduardo eileen elena eliza elizabeth ellen emily emma enrique eric erica erin ernesto
    esther ethan eva evelyn farah fatima felicia fernando fiona francesca freya gabriela gail george gina
    giovanni giulia gloria greg gregory gwen hank hannah harriet harry hassan heather hector helen hiro holly
    ian imogen imran ingrid irene isabel isabella ivan jackie jacob jake jamal jamie jan jane janet janice jared
    jasmine jason javier jay jean jeanette jeff jeffrey jen jenna jennifer jenny jeremy jerry jessica jessie
    jill jim jimmy joanna joe joel johnny jon jonathan jorge jose joseph josh joshua josé joyce juan juanita
    judy julia julian julie justin kaitlyn karen kate katherine kathleen kathy katie kayla kaylee keisha keith
    ken kenji kenny kevin kim kimberly klaus kofi kristen kwame kyle lakisha larry latoya laura lauren leah
    leila lena leo linda lisa liz lorenzo lori louise lucas lucy luis luke lydia maddie madison maggie makayla
    malik marcus margaret margot maria mariana marilyn marisa mark marsha martha mary maría mateo matt matthew
    maureen maxine megan melanie melinda melissa mia michael michele michelle miguel mike mikhail miranda
    mohammed molly monica nadia nadine nancy nat natalia natalie natasha nathan ngozi nicholas nick nicole nina
    noah nora noreen olga oliver olivia omar pam pamela patricia patrick patty paula paulette pedro peggy penny
    peter phil phillip pierre priya rachel rafael raj ralph ramon raul ravi rebecca renee rhonda ricardo richard
    rick rita rob robert roberta roberto robin roger ron ronald ronnie rosa rosalie rosalind rosie roy ruth ryan
    sally sam samantha samira samuel sandra sandy sanjay sara sarah sasha sean sergei shanice sharon sheila
    shelly sherry shirley sofia sonia sonya sophia sophie stacy stan stefan stella stephanie stephen steve
    steven sue susan susie suzanne sven sylvia tamara tamika tammy tanya tara tariq ted teresa terry tessa
    theresa tiffany tim timmy timothy tina todd tom tommy tony tonya tracy tyrone valerie vanessa vicki vivian
    wanda wendy wyatt yolanda yuki yuri yusuf yvette zach zachariah zachary zoe""".split()
)
