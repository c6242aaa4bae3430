"""Given names: first names that English prose uses alone when it tells of invented people."""

from __future__ import annotations

# Lower case. Names that are mostly something else (May, Will, Rose), places or households of science (Florence,
# Victoria, Darwin, Curie) are left out; "Mark" and "Bill" are told from words where they stand, by ``people_rules``.
GIVEN_NAMES = frozenset(
    """aaron abby adam adrian aisha alan alana alejandro alex alexa alexis alice alicia alyssa amanda amber amy ana
    andrea andrew andy angela angie anita ann anna anne annie antonio ashley barbara ben benjamin beth betsy betty
    beverly bill billy bob bobby brad brandon brenda brian brittany bruce carla carlos carmen carol caroline carrie
    cassie catherine cathy charlie cheryl chloe chris christina christine christopher cindy claire clara colin
    connie courtney cynthia dan daniel danielle danny dave david dawn deborah debbie denise dennis derek diana diane
    diego donna doris dorothy doug eddie elena eliza elizabeth ellen emily emma eric erica erin ernesto esther ethan
    eva evelyn felicia fiona fernando gabriela gail george gina gloria greg gwen hank hannah harry heather helen
    holly ian irene isabel isabella jackie jacob jake jamal jamie jan jane janet janice jared jasmine jason javier
    jay jean jeff jeffrey jen jenna jennifer jenny jeremy jerry jessica jessie jill jim jimmy joanna joe joel johnny
    jon jonathan jorge jose josé joseph josh joshua joyce juan juanita judy julia julian julie justin kaitlyn karen
    kate katherine kathleen kathy katie keisha keith ken kenny kevin kim kimberly kristen kyle lakisha larry laura
    lauren leah lena leo linda lisa liz lori louise lucas lucy luis luke lydia maddie madison maggie malik marcus
    margaret maria maría marilyn marsha martha mary matt matthew megan melanie melissa mia michael michele michelle
    miguel mike miranda mohammed molly monica nadia nancy natalie natasha nathan nick nicole nina noah nora olga
    oliver olivia omar pam pamela patricia patrick patty paula pedro peggy penny peter phil phillip priya rachel
    ralph raj raul rebecca renee rhonda ricardo richard rick rita rob robert roberta robin roger ron ronald ronnie
    rosa rosie roy ruth ryan sally sam samantha samuel sandra sandy sara sarah sasha sean sharon sheila shelly
    sherry shirley sofia sonia sonya sophia sophie stacy stan stella stephanie stephen steve steven sue susan susie
    suzanne sylvia tamara tammy tanya tara ted teresa terry theresa tiffany tim timmy tina todd tom tommy tony tonya
    tracy tyrone valerie vanessa vicki vivian wanda wendy yolanda zach zachary zoe mark""".split()
)
