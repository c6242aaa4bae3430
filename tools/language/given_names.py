"""Given names: first names that English prose uses alone when it tells of invented people."""

from __future__ import annotations

# Lower case. Names that are mostly something else (May, Will, Rose), places or households of science (Florence,
# Victoria, Darwin, Curie) are left out; "Mark" and "Bill" are told from words where they stand, by ``people_rules``.
GIVEN_NAMES = frozenset(
    """aaliyah aaron abby abdul abdullah abigail adam adrian adriana ahmed aidan aiden aisha akiko akira alan
    alana alberto alejandro alex alexa alexandra alexis alice alicia alina alisha allison alonzo alyson alyssa
    amanda amber amelie amir amit amy ana anastasia andrea andrew andy angela angelina angie anika anil anita
    anjali ann anna anne annette annie antoine antonia antonio anya arjun arturo asha ashley audrey ayesha
    barbara beatriz becky belinda ben benjamin bernadette bernice bertha beth betsy betty beverly bianca bill
    billy bob bobby bonnie boris brad brandon brenda brett brian brianna bridget brittany bruce bryan caitlin
    caleb camila candice carla carlos carmen carol caroline carrie cassie catherine cathy cedric chantal charlie
    cheryl chiara chidi chloe chris christina christine christopher cindy claire clara claudia cody colby colin
    colleen connie consuelo corinne courtney cristina cynthia daisuke damian dan daniel danielle danny darius
    darnell darrell darren daryl dave david dawn deandre debbie deborah deepa delia denise dennis derek derrick
    deshawn desmond diana diane diego dimitri dmitri dmitry dolores dominic dominique donald donna donnie doreen
    doris dorothy doug dustin eddie edgar edith edna eduarda eduardo eileen elaine elena elijah elise eliza
    elizabeth ellen emilia emilio emily emma emmanuel enrique enzo eric erica erin ernesto esmeralda estelle
    esther ethan ethel eva evan evelyn farah fatima fatou felicia felipe fernanda fernando fiona frances
    francesca freya gabriela gabriella gail gavin genevieve geoffrey george gerald gina giovanni giulia gladys
    glenda glenn gloria greg gregory guillermo gustavo gwen hakim hana hank hannah hannes harriet harry haruto
    hassan hattie hayley heather hector helen henrietta hiro hiroshi holly ian imogen imran inez ingrid irene
    irina isabel isabella ivan jackie jacob jaime jake jamal jamie jamila jan jane janelle janet janice janine
    jared jasmine jason javier jay jean jeanette jeff jeffery jeffrey jen jenna jennie jennifer jenny jeremy
    jerome jerry jessica jessie jill jim jimmy joanna joanne joaquin jocelyn jodi jody joe joel johanna johnny
    jon jonathan jorge jose josefina joseph josh joshua josé joyce juan juana juanita judy julia julian julie
    justin kaitlin kaitlyn kareem karen karim kate katherine kathleen kathryn kathy katie kayla kaylee keiko
    keisha keith kelsey ken kendra kenji kenny kevin khalid kiara kim kimberly klaus kofi krista kristen kristin
    kristina kwame kyle lakisha larry latisha latoya laura lauren leah leila lena leo leroy liam lila liliana
    lillian linda lisa liz lorena lorenzo lori louise lucas lucy luis luisa luke lydia lynette maddie madison
    maggie makayla malik mandy marcela marcia marco marcus margaret margarita margot maria mariam mariana marilyn
    marisa marjorie mark marlene marsha marta martha marvin mary maría mateo mathew matt matthew maureen maxine
    megan melanie melinda melissa meredith mia michael michele michelle miguel mikayla mike mikhail miranda
    mohammed molly monica monique myra nadia nadine nancy naomi nat natalia natalie natasha nathalie nathan
    nathaniel ngozi nicholas nick nicole nikhil nikki nina noah nora noreen olga oliver olivia olivier omar pablo
    pam pamela patricia patrick patty paula paulette pauline pedro peggy penelope penny peter phil phillip
    phyllis pierre priya rachel rafael rahul raj ralph ramon ramona randy raquel rashad rashid raul ravi rebecca
    rebekah reggie reginald renee rhoda rhonda ricardo richard rick rita rob robert roberta roberto robin rodney
    rodrigo roger rohan ron ronald ronda ronnie rosa rosalie rosalind rosie roxanne roy rudy ruth ryan saanvi
    sabrina sadie sally salma sam samantha samira samuel sandeep sandra sandy sanjay sara sarah sasha sean selena
    sergei shanice sharon shaun shauna shawn sheila shelly sherry shirley shreya simone simran sofia sonia sonya
    sophia sophie stacey stacy stan stefan stella stephanie stephen steve steven sue sunita susan susie suzanne
    sven sylvia tabitha takeshi talia tamara tamika tammy tanisha tanya tara tariq tatiana ted teresa terry tessa
    thelma theo theresa tiffany tim timmy timothy tina tobias todd tom tommy toni tony tonya tracy trevor tristan
    tyrell tyrone ursula valerie vanessa veronica vicki vijay violeta vivek vivian wanda wendell wendy wesley
    wilfred willie winifred wyatt xavier ximena yasmin yesenia yolanda yuki yuri yusuf yvette yvonne zach
    zachariah zachary zainab zeke zoe""".split()
)
