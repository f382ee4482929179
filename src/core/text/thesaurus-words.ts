/** One group of near-synonyms per line: each word finds the others. */
export const synonyms = `
job work career profession occupation employment
role position title
boss manager supervisor employer
colleague coworker teammate
company business firm startup
hire recruit employ
quit resign
salary pay wage income earnings
money cash funds finance
cost price expense fee charge
buy purchase acquire order
cheap inexpensive affordable
expensive costly pricey
family relatives household
child kid son daughter baby toddler
mother mom mum mommy
father dad daddy
brother sister sibling
husband wife spouse
boyfriend girlfriend partner dating
relationship romantic dating marriage
wedding marriage marry engaged
grandmother grandma granny grandparent
grandfather grandpa grandparent
friend buddy pal mate
dog puppy pup
cat kitten kitty
house home apartment flat
move relocate
couch sofa
car vehicle automobile
drive ride
trip travel journey vacation holiday getaway tour
visit trip
flight plane airplane
hotel accommodation lodging
beach ocean sea coast shore
mountain hill peak
hike trail trek
camp campfire tent
forest woods nature outdoors
city town
country nation
abroad overseas foreign
location place spot site
meal dinner lunch breakfast food dish
cook bake recipe
restaurant cafe diner
beverage drink
dessert cake cookie pastry
diet nutrition
health medical wellness
doctor physician hospital clinic
sick ill illness disease
injury injure hurt wound
pain ache
medicine medication prescription
therapy therapist counseling counselor
exercise workout gym fitness
run jog
team squad club
win victory
award prize trophy medal
lose defeat
compete competition tournament contest championship
goal aim objective target
ambition dream aspiration
plan intend intention
hobby interest pastime
song tune melody music
band concert gig
festival event
sing singer vocal
dance dancer
movie film cinema
book novel
author writer write
story tale
poem poetry
paint artwork art
draw sketch
photo picture photograph image pic
school class course
education study
university college campus
student pupil
teacher instructor professor tutor
teach instruct educate lesson
exam test quiz
learn study
research investigate explore
happy glad joyful pleased delighted
sad unhappy upset depressed
angry mad furious
afraid scared fear frightened terrified
worried anxious nervous anxiety stress
tired exhausted fatigue
excited thrilled eager
surprised amazed astonished shocked
love adore enjoy
hate dislike
favorite favourite prefer
beautiful gorgeous lovely stunning
big large huge enormous giant
small little tiny
fast quick rapid
hard difficult tough challenge
easy simple
important crucial essential vital significant
strange weird odd unusual
funny hilarious humor
inspire inspiration motivate motivation encourage
support help assist aid
volunteer charity donate donation fundraiser
community neighborhood
church faith spiritual religious religion
politics political government
protest rally march parade
gathering party celebration
celebrate anniversary
gift present
meet encounter
talk speak chat conversation discuss
say mention tell
email message
ask inquire
answer reply respond response
advice recommend recommendation suggest suggestion tip
decide decision choose choice
begin start commence
end finish complete conclude
make create build craft produce
break damage
alter modify transform
increase raise
decrease reduce reduction lower
collect collection
clothes clothing outfit
shoes sneakers boots
bike bicycle cycling
boat ship sail
garden plant flower
computer laptop pc
internet online web
website webpage
phone smartphone mobile
app application
device gadget
lawyer attorney
police officer cop
military army soldier veteran
accident crash collision
death die
birth born
lgbtq transgender queer gay
agency organization
meditation mindfulness yoga
sleep nap
clean tidy
recent lately
former previous earlier
reason cause why
result outcome consequence
problem issue trouble difficulty
error failure fail exception crash bug fault
fix resolve solve patch correct remedy repair
spec test
remove delete drop erase
add insert append
update upgrade change edit
folder directory
function method
argument parameter param arg
config configuration setting option preference
database db sqlite
login signin authenticate authentication auth
password credential secret
permission access authorization
performance speed latency slow
optimize performance
deploy release ship publish rollout
deploy host
dependency package library
repository repo
review feedback comment
refactor restructure cleanup rewrite
log logger
print output display
hide hidden conceal
enable activate
disable deactivate
install setup
uninstall remove
command cli
terminal shell
hook callback
server backend
client frontend
api endpoint
timeout hang stuck
validate verify check
compile build
documentation docs readme
example sample demo
duplicate repeated
missing absent
null undefined nil none
list array
count amount number
string text
launch boot start
halt stop exit
wait delay
summary summarize overview
convert transform
compare diff difference
search find lookup
save store persist
receive obtain
connect connection link
secure security vulnerability
warning alert notification
thread goroutine process
worker background daemon
concurrency parallel race lock
crash panic
path file
`

/** A kind and its members: the kind finds them, not they the kind or each other. */
export const kinds = `
pet animal: dog puppy cat kitten rabbit hamster parrot fish turtle horse snake bird
instrument: guitar piano violin drum clarinet flute cello saxophone trumpet keyboard ukulele
sport: basketball football soccer tennis baseball hockey golf volleyball swimming running surfing skiing boxing
game: chess console nintendo xbox playstation
language: english spanish french german italian portuguese japanese chinese korean russian
country: england france spain germany italy japan china canada mexico brazil india australia ireland sweden
city: london paris tokyo berlin rome madrid boston seattle chicago york francisco
state: california texas florida oregon alaska colorado
food dish meal: pizza pasta salad soup chicken rice bread cheese sandwich burger sushi curry steak
dessert: cake cookie pie chocolate brownie pastry
drink: coffee tea juice wine beer soda water smoothie
fruit: apple banana orange strawberry berry mango grape
color colour: red blue green yellow black white purple orange pink
vehicle: car truck motorcycle van bike bus
hobby activity pastime: hiking camping painting reading running swimming pottery gardening cooking yoga dancing photography fishing knitting
art: painting drawing sculpture pottery ceramics
health: diet exercise sleep weight asthma allergy diabetes
family: mother father parent brother sister son daughter child husband wife cousin aunt uncle
parent: mother father mom dad
relative: cousin aunt uncle grandmother grandfather niece nephew
season: spring summer autumn fall winter
holiday: christmas thanksgiving halloween easter
emotion feeling: happy sad angry proud nervous scared grateful
age old: birthday born years
music genre: rock jazz pop classical country blues
martial: karate judo taekwondo kickboxing boxing
exercise: running yoga weights swimming cycling
furniture: chair table sofa desk couch bed
clothes: dress shirt jacket shoes hat
book: novel series fantasy biography mystery
movie film: thriller comedy drama documentary
degree: bachelor master phd
job: engineer nurse teacher doctor lawyer developer designer
device: phone laptop tablet watch
editor: vscode vim emacs neovim
database: sqlite postgres postgresql mysql redis mongodb
language: typescript javascript python rust golang java ruby
ci: workflow pipeline actions
package: npm pip cargo yarn pnpm
test: vitest jest pytest mocha
linter: eslint biome ruff golangci
container: docker kubernetes podman
cloud: aws azure gcp
http: request response header status
`
