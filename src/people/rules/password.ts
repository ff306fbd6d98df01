// Validation of new passwords: length, and not one of the commonest.

/** Length of a password in characters. A longer one is rejected, never truncated. */
export const passwordLength = { minimum: 6, maximum: 128 } as const;

/** Why a password is rejected. */
export type PasswordError = "too_short" | "too_long" | "too_common";

let lookup: ReadonlySet<string> | null = null;

function isCommonPassword(password: string): boolean {
  // Split on first use, since most pages never check a password.
  lookup ??= new Set(commonPasswords.trim().split(/\s+/));
  return lookup.has(password.trim().toLowerCase());
}

/**
 * Validates a new password: 6 to 128 characters (a character outside the basic plane counts once), and not one of the
 * commonest in any case and with or without blanks around it. Any character is allowed.
 */
export function checkPassword(
  password: string,
): { ok: true } | { ok: false; reason: PasswordError } {
  const characterCount = [...password].length;
  if (characterCount < passwordLength.minimum) {
    return { ok: false, reason: "too_short" };
  }
  if (characterCount > passwordLength.maximum) {
    return { ok: false, reason: "too_long" };
  }
  return isCommonPassword(password) ? { ok: false, reason: "too_common" } : { ok: true };
}

/**
 * Well-known entries of rankings of leaked passwords, and common variations of them:
 * names and words with digits behind them, repeated characters, years and rows of the keyboard.
 * All lower case, six characters or more, sorted, separated by white space.
 */
export const commonPasswords = `
000000 0000000 00000000 000000000 0000000000 000001 000111 000123 000222 000333 000444 000555 000666 000777 000888 000999 001001 001122 007007 010101 01011970 01011971 01011972
01011973 01011974 01011975 01011976 01011977 01011978 01011979 01011980 01011981 01011982 01011983 01011984 01011985 01011986 01011987 01011988 01011989 01011990 01011991
01011992 01011993 01011994 01011995 01011996 01011997 01011998 01011999 01012000 01012001 01012002 01012003 01012004 01012005 01012006 01012007 01012008 01012009 01012010
01012011 01012012 010203 01020304 0102030405 011235 012345 0123456 01234567 012345678 0123456789 020202 030303 040404 050505 060606 070707 080808 090909 098765 0987654 09876543
098765432 0987654321 100000 100100 100200 101010 10101010 102030 10203040 1020304050 110110 111000 111111 1111111 11111111 111111111 1111111111 111111a 111222 111222333 111333
111444 111555 111666 111777 111888 111999 112211 112233 11223344 1122334455 112358 11235813 121212 12121212 123000 123123 123123123 123123a 123321 123321123 123321a 123400 123412
12341234 123450 123451 1234512345 123455 123456 1234567 12345678 123456789 1234567890 123456789012 12345678910 123456789a 12345678a 123456a 123456abc 123456q 123456qwerty
123456zxc 12345a 12345qwert 123465 123477 1234abcd 1234qwer 123567 123654 123654789 123666 123789 123987 123abc 123qwe 123qwe123 123qweasd 123qweasdzxc 124124 124578 125125
12qwas 12qwaszx 130013 131313 134679 134679852 135246 135790 1357924680 141414 142536 142857 143143 145236 147147 147258 147258369 147852 147852369 148888 151515 159159 159357
159357456 159632 159753 159951 161616 163163 168168 171717 174174 177777 181818 187187 191919 192837 192837465 19501950 19511951 19521952 19531953 19541954 19551955 19561956
19571957 19581958 19591959 19601960 19611961 19621962 19631963 19641964 19651965 19661966 19671967 19681968 19691969 19700101 19701970 19710101 19711971 19720101 19721972
19730101 19731973 19740101 19741974 19750101 19751975 19760101 19761976 19770101 19771977 19780101 19781978 19790101 19791979 19800101 19801980 19810101 19811981 198198 19820101
19821982 19830101 19831983 19840101 19841984 19850101 19851985 19860101 19861986 19870101 19871987 19880101 19881988 19890101 19891989 19900101 19901990 19910101 19911991
19920101 19921992 19930101 19931993 19940101 19941994 19950101 19951995 19960101 19961996 19970101 19971997 19980101 19981998 19990101 19991999 199999 1a2b3c 1a2b3c4d 1q2w3e
1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y 1qaz2wsx 1qaz2wsx3edc 1qazxsw2 1qw23e 200000 20000101 20002000 20010101 20012001 20020101 20022002 20030101 20032003 20040101 20042004 20050101
20052005 20060101 20062006 20070101 20072007 20080101 20082008 20090101 20092009 20100101 20102010 20110101 20112011 20120101 20122012 201314 2013142 20132013 20142014 20152015
20162016 20172017 20182018 20192019 202020 20202020 20212021 20222022 20232023 20242024 20252025 20262026 20272027 20282028 20292029 20302030 210210 211211 212121 212223 213213
222000 222111 222222 2222222 22222222 222222222 2222222222 222333 222444 222555 222666 222777 222888 222999 223344 228228 232323 234234 234567 2345678 23456789 242424 246810
246813579 246824 248163 252525 258258 258369 258456 262626 272727 281281 282828 292929 2pac4life 2wsx3edc 300000 303030 311311 312312 313131 314159 31415926 321123 321321 321456
321654 321654987 323232 333000 333111 333222 333333 3333333 33333333 333333333 3333333333 333444 333555 333666 333777 333888 333999 334455 336699 343434 345345 345678 3456789
34567890 353535 357159 357951 362514 363636 369258 369258147 369369 369852147 373737 383838 393939 400000 404040 414141 420420 421421 424242 434343 442200 444000 444111 444222
444333 444444 4444444 44444444 444444444 4444444444 444555 444666 444777 444888 444999 445566 454545 454647 456123 456456 456654 456789 4567890 456852 456987 464646 474747 475869
484848 494949 500000 505050 515151 5201314 52013140 5201314a 520520 521521 525252 535353 543210 54321a 545454 554433 555000 555111 555222 555333 555444 555555 5555555 55555555
555555555 5555555555 555666 555777 555888 555999 556677 565656 567567 567890 5678910 575757 584520 585858 595959 600000 606060 615243 616161 626262 636363 646464 654123 654321
654987 656565 665544 666000 666111 666222 666333 666444 666555 666666 6666666 66666666 666666666 6666666666 666777 666888 666999 667788 676767 678678 678910 686868 696900 696969
69696969 700000 707070 717171 718293 727272 737373 741741 741852 741852963 747474 753159 753753 753951 757575 765432 7654321 767676 777000 777111 777222 777333 777444 777555
777666 777777 7777777 77777777 777777777 7777777777 777888 777999 778899 786786 787878 789123 789456 789456123 789456123a 789654 789789 789987 797979 800000 808080 808808 818181
828282 838383 848484 852456 852852 852963 858585 868686 876543 8765432 87654321 878787 887766 888000 888111 888222 888333 888444 888555 888666 888777 888888 8888888 88888888
888888888 8888888888 888999 889900 898989 900000 909090 911911 919191 929292 939393 949494 951753 959595 963852 963852741 963963 969696 979797 987456 987654 9876543 98765432
987654321 9876543210 987987 988988 989898 998877 999000 999111 999222 999333 999444 999555 999666 999777 999888 999999 9999999 99999999 999999999 9999999999 a111111 a1111111
a123123 a12345 a123456 a1234567 a12345678 a123456789 a1b2c3 a1b2c3d4 a1b2c3d4e5 a5201314 a5201314a aa123123 aa123456 aa12345678 aaa111 aaa123 aaa123456 aaaa1111 aaaaaa aaaaaaaa
aaron1 aaron12 aaron123 aaron1234 abc123 abc1234 abc12345 abc123456 abc123abc abcabc abcd1234 abcd123456 abcde12345 abcdef abcdefg abcdefgh abcdefghi abcdefghij access access123
access14 acdc123 adam12 adam123 adam1234 admin! admin01 admin1 admin12 admin123 admin1234 admin12345 admin2024 admin2025 admin888 admin@123 adminadmin administrator adrian
adrian1 adrian12 adrian123 adrian1234 agent007 ahmed123 aini1314 airforce ajax123 aku123 alejandro alejandro1 alejandro12 alejandro123 alejandro1234 alex12 alex123 alex1234
alexander alexander1 alexander12 alexander123 alexander1234 alexandra alexandra1 alexandra12 alexandra123 alexandra1234 alexis alexis1 alexis12 alexis123 alexis1234 ali123
ali12345 alibaba alice1 alice12 alice123 alice1234 alicia alicia1 alicia12 alicia123 alicia1234 alien1 aliens alison alison1 alison12 alison123 alison1234 allah1 allah123
allahakbar allison allison1 allison12 allison123 allison1234 alyssa alyssa1 alyssa12 alyssa123 alyssa1234 amanda amanda1 amanda123 amazing amazing1 amber1 amber12 amber123
amber1234 america america1 america123 amor123 amoramor amorcito amore1 amoremio andre1 andre12 andre123 andre1234 andrea andrea1 andrea12 andrea123 andrea1234 andrew andrew1
andrew123 android angel! angel01 angel1 angel12 angel123 angel1234 angel2024 angel2025 angel@123 angela angela1 angela12 angela123 angela1234 angelica angelina angelina1
angelina12 angelina123 angelina1234 angels angels1 anhyeuem anna12 anna123 anna1234 annie1 annie12 annie123 annie1234 anthony anthony1 anthony123 antonio antonio1 antonio12
antonio123 antonio1234 apache apollo apollo1 apollo13 apple! apple01 apple1 apple12 apple123 apple1234 apple2 apple2024 apple2025 apple@123 apples april! april01 april1 april12
april123 april1234 april2024 april2025 april@123 aragorn ariana ariana1 ariana12 ariana123 ariana1234 arigato army123 arsenal arsenal1 arsenal123 arthur arthur1 as123456 asd123
asd123456 asdasd asdasd123 asdasdasd asdf123 asdf1234 asdfasdf asdfgh asdfghj asdfghjk asdfghjkl asdqwe asdzxc ashley ashley1 ashley12 ashley123 ashton ashton1 ashton12 ashton123
ashton1234 asshole asshole1 asterix athena atlantis august august! august01 august1 august12 august123 august1234 august2024 august2025 august@123 austin austin1 austin123
australia autumn autumn! autumn01 autumn1 autumn12 autumn123 autumn1234 autumn2024 autumn2025 autumn@123 avatar avatar1 avenger avengers awesome awesome1 awesome123 azerty
azerty123 azertyuiop b123456 baby123 baby1234 babyblue babyboy babyboy1 babydoll babyface babygirl babygirl1 babygirl123 babylon babylove backup123 bacon1 badass badass1 badboy
badboy1 badger badger1 badgirl bailey bailey1 bambam bamboo banana banana! banana01 banana1 banana12 banana123 banana1234 banana2024 banana2025 banana@123 bandit bandit1
bangladesh banker baobao barbara barbara1 barbara12 barbara123 barbara1234 barbie barbie1 barcelona barcelona1 barney barney1 bart123 baseball baseball1 basketball basketball1
bastard batman batman! batman01 batman1 batman12 batman123 batman1234 batman2024 batman2025 batman@123 battlestar bayern bayern1 bbbbbb bbbbbbbb bcdefg bcdefgh bcdefghi beach1
beach123 bear123 bears1 beautiful beautiful1 beauty beauty1 beaver beckham beer123 beibei believe believe1 bender benfica benjamin benjamin1 benjamin12 benjamin123 benjamin1234
berlin berlin123 bestfriend bestfriends bethany bethany1 bethany12 bethany123 bethany1234 bible1 bigboy bigcock bigdaddy bigdaddy1 bigdick bigdog bigfoot bigmac bigman bigone
bigred bigtits billionaire billy1 billy12 billy123 billy1234 biology birthday birthday1 bismillah bismillah1 bitch1 bitch123 bitches black1 black123 blackberry blackbird blackcat
blackdog blackie blackjack blah123 blahblah blaster blazer blazers blessed blessed1 blink123 blink182 blizzard blue12 blue123 blue1234 blueberry bluebird blueeyes bluesky bmw123
bobby1 bobby12 bobby123 bobby1234 bond007 bonita bonjour bonjour1 bonjour123 bonnie bonnie1 boobear boobies booboo booboo1 boobs1 booger booger1 boogie boomboom boomer boomer1
boston boston1 bowling bowwow bradley bradley1 bradley12 bradley123 bradley1234 brandon brandon1 brandon12 brandon123 brandon1234 brandy brandy1 brasil brasil1 brasil123 braves
brenda brenda1 brenda12 brenda123 brenda1234 brian1 brian12 brian123 brian1234 brianna brianna1 brianna12 brianna123 brianna1234 britney brittany brittany1 brittany12 brittany123
brittany1234 bronco broncos broncos1 brother brother! brother01 brother1 brother12 brother123 brother1234 brother2024 brother2025 brother@123 brown1 brownie brownie1 brownies
bruno1 bruno12 bruno123 bruno1234 bryan1 bryan12 bryan123 bryan1234 bubba1 bubba123 bubbles bubbles1 buddy1 buddy12 buddy123 budlight budweiser bugsbunny bulldog bulldog1
bulldogs bullet bulls23 bullshit bunnies bunny1 bunny123 bunny2 burger burrito busted buster buster1 butterfly butterfly1 butterfly2 button buttons c123456 caleb1 caleb12
caleb123 caleb1234 california california1 callofduty calvin calvin1 camaro camera cameron cameron1 cameron12 cameron123 cameron1234 camille campbell canada canada1 candy1
candy123 candycane candyman caonima capone captain captain1 cardinal carebear carlos carlos1 carlos12 carlos123 carlos1234 carmen carmen1 carmen12 carmen123 carmen1234 caroline
caroline1 caroline12 caroline123 caroline1234 carrot cartman cartman1 cartoon cash123 casino casper casper1 cassie cassie1 cat123 catdog catherine catherine1 catherine12
catherine123 catherine1234 catlover cats123 cccccc cccccccc cdefgh cdefghi cdefghij celtic celtic1 celtics century cerberus cfif12 chacha champ1 champion champion1 champions
chance chance1 change123 changeme changeme1 changeme123 chaos1 charger charizard charlie charlie1 charlie123 charmed chatter cheater checkers cheer1 cheerleader cheese cheese1
cheese123 cheesecake cheetah chelsea chelsea1 chelsea12 chelsea123 chelsea1234 chemistry chen123456 cherry cherry1 chester chester1 chevrolet chevy1 chevy123 chewie chicago
chicago1 chicago2 chicken chicken1 chicken123 chimp1 china! china01 china1 china12 china123 china1234 china2024 china2025 china@123 chiquita chivas chivas1 chocolat chocolate
chocolate! chocolate01 chocolate1 chocolate12 chocolate123 chocolate1234 chocolate2 chocolate2024 chocolate2025 chocolate@123 chouchou chris1 chris123 chrissy christ christ1
christian christian1 christina christina1 christina12 christina123 christina1234 christine christine1 christine12 christine123 christine1234 christmas christmas1 christopher
christopher1 christopher12 christopher123 christopher1234 chucky church ciao123 ciaociao cinderella cindy1 cindy12 cindy123 cindy1234 cinnamon cintaku claire claire1 claire12
claire123 claire1234 clancy classic claudia claudia1 claudia12 claudia123 claudia1234 clowns cobra1 cocacola cocacola1 cocaine coco12 coco123 coconut cody12 cody123 cody1234
coffee coffee1 coke123 colin1 colin12 colin123 colin1234 college colorado colors company company! company01 company1 company12 company123 company1234 company2024 company2025
company@123 compaq computer computer1 concrete condor connect connor connor1 contrasena contraseña control cookie cookie! cookie01 cookie1 cookie12 cookie123 cookie1234
cookie2024 cookie2025 cookie@123 cookies cool123 coolboy coolcat coolcool coolgirl coolguy coolio coolman cooper cooper1 copper copper1 corazon corazon1 corona corvette cosmos
cougar cougars counter counterstrike country courage courtney courtney1 courtney12 courtney123 courtney1234 cowboy cowboy1 cowboys cowboys1 cowgirl cracker crazy1 crazy123
crazygirl crazyman cricket cricket1 crimson crystal crystal1 crystal12 crystal123 crystal1234 cuddles cumshot cupcake cupcake1 cupcakes curious cutegirl cutie1 cutie123 cutiepie
cyclone cynthia cynthia1 cynthia12 cynthia123 cynthia1234 cypress d123456 daddy1 daddy123 daddysgirl daisy1 daisy123 dakota dakota1 dallas dallas1 dance! dance01 dance1 dance12
dance123 dance1234 dance2024 dance2025 dance@123 dancer dancer1 dancing daniel daniel1 daniel123 daniela danielle danielle1 danielle12 danielle123 danielle1234 darkangel darkness
darkness1 darkside darling darling1 database dave123 david1 david12 david123 david1234 dddddd dddddddd deadhead deadpool dearbook death1 death666 debbie deborah deborah1
deborah12 deborah123 deborah1234 december december! december01 december1 december12 december123 december1234 december2024 december2025 december@123 decker default default1 defghi
defghij defghijk delta1 demon666 denise dennis dennis1 dennis12 dennis123 dennis1234 denver derek1 desert design destiny destiny1 destiny2 detroit deutschland devil666 devils
dexter dexter1 dexter12 dfghjk dfghjkl diablo diablo1 diablo2 diamond diamond! diamond01 diamond1 diamond12 diamond123 diamond1234 diamond2024 diamond2025 diamond@123 diana1
diana12 diana123 diana1234 dickhead diego1 diego12 diego123 diego1234 diehard diehard1 digimon digital digital1 dilbert dinosaur dirty1 discovery disney disney1 doctor doctor1
doctorwho dodge1 dodgers dodgers1 dog123 dogbert dogdog doggie doggies doggy1 doglover dogs123 dollar dollars dolphin dolphin1 dolphins dolphins1 dominic dominic1 dominic12
dominic123 dominic1234 donald donald1 donkey donkey1 donna1 donna12 donna123 donna1234 dontforget donuts doobie doomsday doraemon doramon dorothy doudou dragon dragon! dragon01
dragon1 dragon12 dragon123 dragon1234 dragon2024 dragon2025 dragon69 dragon@123 dragonball dragonballz dragonfly dragons dream1 dreamcast dreamer dreamer1 dreaming dreams drummer
drummer1 duck123 ducks1 ducky1 duke123 dumbledore dwight dylan1 dylan12 dylan123 dylan1234 eagle1 eagles eagles1 earth1 earthquake easter eatme1 eatshit eclipse eclipse1 edward
edward1 edward12 edward123 edward1234 eeeeee eeeeeeee efghij efghijk efghijkl einstein elena1 elena12 elena123 elena1234 elephant elephant1 elizabeth elizabeth1 elvis1 elvis123
emerald emily1 emily123 eminem eminem1 eminem12 emmanuel emperor emyeuanh energy england england1 english1 enigma enter1 enterprise entropy eric12 eric123 eric1234 erica1 erica12
erica123 erica1234 erik12 erik123 erik1234 erotic ertyui ertyuio ertyuiop escape estrella estrella1 eternity ethan1 ethan12 ethan123 ethan1234 evan12 evan123 evan1234 everton
excalibur excellent express extreme extreme1 fabulous facebook facebook1 faith1 faithful falcon falcon1 falcon12 falcons familia family family! family01 family1 family12
family123 family1234 family2024 family2025 family@123 familyguy fantastic fantasy farmer fatboy fatcat fate123 father father! father01 father1 father12 father123 father1234
father2024 father2025 father@123 fatima123 fearless february february! february01 february1 february12 february123 february1234 february2024 february2025 february@123 fedcba
felicity fender fender1 fenris fernando fernando1 fernando12 fernando123 fernando1234 ferrari ferrari1 feyenoord ffffff ffffffff fghijk fghijkl fghijklm fghjkl ficken fiction
fighter finalfantasy fire123 fireball firebird firefighter firefly firefly1 firefox fireman fireman1 fish123 fisher fishing fishing1 flames flamingo flash1 florida flower flower!
flower01 flower1 flower12 flower123 flower1234 flower2024 flower2025 flower@123 flowers fluffy fluffy1 flyers flying foobar foofoo football football! football01 football1
football12 football123 football1234 football2024 football2025 football7 football@123 ford123 forest forever forever1 forever12 forever21 foreverlove forgetit forgot1 forgotten
formula1 fortnite fortnite1 forzamilan fossil foxtrot france france1 francis frank1 frank12 frank123 frank1234 frankfurt frankie frankie1 freak1 freddy freddy1 freedom freedom!
freedom01 freedom1 freedom12 freedom123 freedom1234 freedom2024 freedom2025 freedom@123 freefree freeman freeway french1 friday friday! friday01 friday1 friday12 friday123
friday1234 friday2024 friday2025 friday@123 friend friend! friend01 friend1 friend12 friend123 friend1234 friend2024 friend2025 friend@123 friends friends1 friends123 friendship
frodo1 frog123 froggy froggy1 frosty fubar1 fucker fucker1 fucking fuckme fuckme1 fuckoff fuckoff1 fucku2 fuckyou fuckyou1 fuckyou123 fuckyou2 funny1 fussball futurama future
future1 fuzzy1 g123456 gabriel gabriel1 gabriela gabriela1 gabriela12 gabriela123 gabriela1234 galaxy galaxy1 gambler gamecube gandalf gandalf1 gangsta gangsta1 gangster garden
garfield garfield1 gary12 gary123 gary1234 gateway gateway1 gatito gators gavin1 gavin12 gavin123 gavin1234 geheim geheim123 gemini gemini1 general genesis genesis1 genius
genius1 geoffrey geoffrey1 geoffrey12 geoffrey123 geoffrey1234 george george1 george123 germany germany1 getout gfedcb gfedcba gfhjkm gggggg gggggggg ghbdtn ghijkl ghijklm
ghijklmn ghost1 ghosts giants giants1 gibson giggles ginger ginger1 ginger12 gizmo1 gizmo123 glitter gloria gloria1 gloria12 gloria123 gloria1234 gmail123 goaway goblin goblue
god123 godfather godisgood godzilla godzilla1 goku123 gold123 goldberg golden golden! golden01 golden1 golden12 golden123 golden1234 golden2024 golden2025 golden@123 goldfish
goldie golf123 golfer golfer1 golfing goodboy goodbye goodgirl goodluck goodluck1 goodmorning goodnight goofy1 google google1 google123 goose1 gordon gorgeous gorilla gorilla1
gospel gothic grace1 grace12 grace123 grace1234 gracie gracie1 graduate grandma grandpa grapes graphics grateful gravity green1 green123 greenbay greenday greenday1 greentea
gregory gregory1 gregory12 gregory123 gregory1234 griffin grizzly groovy gryffindor guardian guest! guest01 guest1 guest12 guest123 guest1234 guest2024 guest2025 guest@123 guitar
guitar1 gummybear gunner gunners gunther gypsy1 h123456 hacker hacker1 hackme hahaha hahaha1 hahahaha hallo1 hallo123 hallo12345 halloo halloween halloween1 halo123 hamburg
hamilton hammer hammer1 hamster hannah hannah1 happiness happy! happy01 happy1 happy12 happy123 happy1234 happy2024 happy2025 happy@123 happybirthday happyday happydays happyface
hardcore hardcore1 hardrock harley harley1 harmony harmony1 harry1 harry123 harrypotter harvard harvest hassan123 hatehate hateyou1 havana hawaii hawaii1 hawaii50 hawk123 hawkeye
hawkeyes heart! heart01 heart1 heart12 heart123 heart1234 heart2024 heart2025 heart@123 heather heather1 heather12 heather123 heather1234 heaven heaven1 heineken helen1 helen12
helen123 helen1234 hell666 hello! hello01 hello1 hello12 hello123 hello1234 hello2 hello2024 hello2025 hello@123 hellohello hellokitty hellokitty1 helloworld helpme helpme1
hendrix henry1 henry12 henry123 henry1234 herbert hercules hermione hermosa hero123 heroes hershey heslo123 hgfdsa hgfedc hgfedcb hgfedcba hhhhhh hhhhhhhh highland hijklm hijklmn
hijklmno hiking hiphop history hitman hitman1 hobbit hockey hockey! hockey01 hockey1 hockey12 hockey123 hockey1234 hockey2024 hockey2025 hockey@123 hogwarts hokies hola123
holahola holiday hollywood hollywood1 homer1 homework honda1 honda123 honey1 honey123 honeybee hongkong hooker hooters hope123 hopeful hornet hornets horse1 horses horses1 hotboy
hotdog hotdog1 hotgirl hotmail hotmail1 hotrod hotstuff hottie hottie1 houston houston1 howard hubert humble hunter hunter1 hunter12 hunter123 hunter2 hunting hurricane husband
husker huskers hustler iamgod ian123 ian1234 icecream icecream1 iceman iceman1 idiot1 iguana ihateu ihateyou ihateyou1 ihgfed ihgfedc ihgfedcb iiiiii iiiiiiii ijklmn ijklmno
ijklmnop illusion iloveboys ilovecats ilovedogs ilovegod iloveher ilovehim ilovejesus iloveme iloveme1 ilovemom ilovemyself iloveu iloveu2 iloveyou iloveyou1 iloveyou123
iloveyou2 iloveyou3000 iloveyousomuch iluvu2 imagine imagine1 imissyou imperial india! india01 india1 india12 india123 india1234 india2024 india2025 india@123 indian indonesia
indonesia1 inferno infinite infinity infinity1 insane inshallah inside insomnia integra internet internet1 inuyasha invader iphone ireland irish1 ironmaiden ironman ironman1
isaac1 isaac12 isaac123 isaac1234 isabel isabel1 isabel12 isabel123 isabel1234 isabella isabella1 isabelle island islands itachi italia italia1 italiano iuytre iuytrew iuytrewq
ivan12 ivan123 ivan1234 j123456 jack12 jack123 jack1234 jackass jackass1 jackie jackie1 jackpot jackson jackson1 jackson5 jacob1 jacob12 jacob123 jacob1234 jaguar jaguar1 jake12
jake123 jake1234 jamaica james007 james1 james12 james123 james1234 jamesbond jamesbond007 jameson jamie1 jamie12 jamie123 jamie1234 janet1 janet12 janet123 janet1234 january
january! january01 january1 january12 january123 january1234 january2024 january2025 january@123 japan1 jasmine jasmine1 jasmine123 jason1 jason12 jason123 jason1234 jasper
jasper1 javier javier1 javier12 javier123 javier1234 jazz123 jeff12 jeff123 jeff1234 jeffrey jellybean jellybean1 jellyfish jenna1 jenna12 jenna123 jenna1234 jennifer jennifer1
jenny1 jenny123 jeremy jeremy1 jericho jerome jerry1 jerry12 jerry123 jerry1234 jersey jesse1 jesse12 jesse123 jesse1234 jessica jessica1 jessica123 jessie jessie1 jessie12
jessie123 jessie1234 jester jesus1 jesus123 jesuschrist jesusislord jetaime jhgfds jhgfdsa jiajia jihgfe jihgfed jihgfedc jimmy1 jimmy12 jimmy123 jimmy1234 jjjjjj jjjjjjjj jklmno
jklmnop jklmnopq joanna joanne joanne1 joanne12 joanne123 joanne1234 john12 john123 john1234 john316 johnny johnny1 johnson johnson1 joker1 joker123 jonathan jonathan1 jonjon
jordan jordan1 jordan12 jordan123 jordan23 jose12 jose123 jose1234 joseph joseph1 joshua joshua1 joshua123 joyjoy juan12 juan123 juan1234 juggalo julia1 julia12 julia123
julia1234 julian julie1 julie12 julie123 julie1234 julien juliet july01 july12 july123 july1234 july2024 july2025 july@123 june01 june12 june123 june1234 june2024 june2025
june@123 jungle junior junior1 junkie jupiter jupiter1 justice justice1 justin justin1 justin12 justin123 justme juventus juventus1 k123456 kahuna kamikaze kangaroo karate
karate1 karen1 karen12 karen123 karen1234 kasia1 katana katherine katherine1 katherine12 katherine123 katherine1234 kathleen kathleen1 kathleen12 kathleen123 kathleen1234 katie1
katie12 katie123 katie1234 kayla1 kayla12 kayla123 kayla1234 keeper keith1 keith12 keith123 keith1234 kelly1 kelly12 kelly123 kelly1234 kelsey kenneth kenneth1 kenneth12
kenneth123 kenneth1234 kenny1 kermit kevin1 kevin12 kevin123 kevin1234 keyboard kfc123 khalid kicker killall killer killer1 killer123 killme killyou kimberly kimberly1 kimberly12
kimberly123 kimberly1234 king123 kingdom kingkong kings1 kingston kinky1 kirk1701 kisses kisses1 kissing kissme kissme1 kissmyass kitkat kitten kitten1 kitten12 kittens kitty1
kitty123 kittycat kjhgfd kjhgfds kjhgfdsa kjihgf kjihgfe kjihgfed kkkkkk kkkkkkkk klingon klmnop klmnopq klmnopqr knicks knight knights koala1 kochanie kodiak konnichiwa krishna
krishna1 kristen kristina kristina1 kristina12 kristina123 kristina1234 krusty krypton kyle12 kyle123 kyle1234 l123456 lacrosse ladybug ladybug1 lakeland lakers lakers1 lakers24
lancer laptop larry1 larry12 larry123 larry1234 laser1 lassie lasvegas laughing laura1 laura12 laura123 laura1234 lauren lauren1 leah12 leah123 leah1234 leather legacy legend
legend1 legends legolas lemmein lemon! lemon01 lemon1 lemon12 lemon123 lemon1234 lemon2024 lemon2025 lemon@123 lemonade leopard leopard1 lesbian leslie leslie1 leslie12 leslie123
leslie1234 lestat letmein letmein1 letmein123 letmein2 letter li123456 liberty lickme lifeisgood light1 lightning lightning1 limewire lincoln lincoln1 linda1 linda12 linda123
linda1234 linkin1 linkinpark linux123 lion123 lions1 liquid lisa12 lisa123 lisa1234 little1 liu123 liu123456 liverpool liverpool1 liverpool123 lizard lkjhgf lkjhgfd lkjhgfds
lkjhgfdsa lkjihg lkjihgf lkjihgfe llllll llllllll lmnopq lmnopqr lmnopqrs loco123 logan1 logan12 logan123 logan1234 login! login01 login1 login12 login123 login1234 login2024
login2025 login@123 logmein loki123 lokomotiv lol123 lol12345 lolipop lollipop lollipop1 lollol lollol123 london london! london01 london1 london12 london123 london1234 london2024
london2025 london@123 longhorn longhorns lord123 lordoftherings loser1 loser123 losers lotus1 louise louise1 louise12 louise123 louise1234 loulou loulou1 love12 love123 love1234
love4ever loveforever lovelove lovelove1 lovely lovely1 loveme loveme1 lover1 loverboy lovergirl lovers loveyou loveyou1 lowrider lozinka lubov1 lucas1 lucas12 lucas123 lucas1234
lucifer lucifer1 lucky! lucky01 lucky1 lucky12 lucky123 lucky1234 lucky13 lucky2024 lucky2025 lucky7 lucky@123 luckydog luckyone lucy123 luis12 luis123 luis1234 luke12 luke123
luke1234 lululu lunatic m123456 macdaddy macintosh madcow madison madison1 madmax madness madrid maggie maggie1 magic! magic01 magic1 magic12 magic123 magic1234 magic2024
magic2025 magic@123 magical magician magnum magnum1 mailman malaysia malibu mama123 mamacita mamapapa manager manchester mandrake mango! mango01 mango1 mango12 mango123 mango1234
mango2024 mango2025 mango@123 maniac manutd manutd1 marathon march! march01 march1 march12 march123 march1234 march2024 march2025 march@123 marco1 marco12 marco123 marco1234
marcus marcus1 marcus12 marcus123 marcus1234 margaret margaret1 margaret12 margaret123 margaret1234 margarita maria1 maria12 maria123 maria1234 marie1 marie12 marie123 marie1234
marilyn marina1 marine marine1 marines marino mario1 mario12 mario123 mario1234 mariposa mariposa1 mark12 mark123 mark1234 market market! market01 market1 market12 market123
market1234 market2024 market2025 market@123 marlboro marlboro1 marley marley1 marryme marseille marta1 martha martha1 martha12 martha123 martha1234 martin martin1 marvel marvin
mason1 mason12 mason123 mason1234 master master! master01 master1 master12 master123 master1234 master2024 master2025 master@123 masters matador maths1 matkhau matrix matrix1
matrix12 matrix123 matthew matthew1 maveric maverick maverick1 max123 maxima maximus maximus1 maxwell maxwell1 mayday mcdonalds megadeth megaman megan1 megan12 megan123 megan1234
melanie melissa melissa1 melody melody1 member memory memphis mental mercedes mercury mercury1 merlin merlin1 mermaid messi10 messi123 messiah metal1 metallic metallica
metallica1 mexico mexico1 mexico123 mia123 mia1234 miami1 miamor miamor1 michael michael1 michael123 michelle michelle1 mickey mickey1 mickey123 mickeymouse microsoft midnight
midnight1 miguel miguel1 miguel12 miguel123 miguel1234 mike12 mike123 mike1234 milano miller millie million millionaire minecraft minecraft1 minnie minnie1 minniemouse miracle
miranda miranda1 miranda12 miranda123 miranda1234 mischief misiaczek misiek mission mississippi missyou missyou1 mister1 mistress mlkjih mlkjihg mlkjihgf mmmmmm mmmmmmmm mnbvcx
mnbvcxz mnbvcxz1 mnopqr mnopqrs mnopqrst mobile model1 modern mohamed mohamed1 mohamed12 mohamed123 mohamed1234 mohammad mohammed mollie molly1 molly12 molly123 molly1234 momdad1
mommy1 mommy123 monalisa monday monday! monday01 monday1 monday12 monday123 monday1234 monday2024 monday2025 monday@123 money! money01 money1 money12 money123 money1234 money2024
money2025 money@123 moneyman moneymoney monica monica1 monica12 monica123 monica1234 monique monkey monkey! monkey01 monkey1 monkey12 monkey123 monkey1234 monkey2 monkey2024
monkey2025 monkey7 monkey@123 monkeyboy monkeys monopoly monster monster1 monster123 monsters montana montana1 moocow mookie moomoo moonbeam moonlight moose1 morgan morgan1
morning morpheus mortal motdepasse mother mother! mother01 mother1 mother12 mother123 mother1234 mother2024 mother2025 mother@123 motocross motorola motorola1 mountain mountain1
mountaindew mountains mouse1 movies muffin muffin1 muffin12 muhammad mulder munchkin muppet murder murphy murphy1 muscle mushroom music! music01 music1 music12 music123 music1234
music2024 music2025 music@123 musical mustang mustang1 mustang2 mustard mybaby mybaby1 mylove mylove1 mypass mypassword mypassword1 myspace myspace1 myspace123 mystery mystic
namaste nancy1 nancy12 nancy123 nancy1234 napoli1926 naruto naruto! naruto01 naruto1 naruto12 naruto123 naruto1234 naruto2024 naruto2025 naruto@123 nascar nascar24 nastya natalie
natalie1 natalie12 natalie123 natalie1234 natasha natasha1 natasha12 nathan nathan1 nathaniel nathaniel1 nathaniel12 nathaniel123 nathaniel1234 nation nature navy123 nbvcxz
ncc1701 ncc1701d nebraska network network1 nevada neverland newcastle newlife newpass newpass1 newpassword newport newton newyear newyork newyork1 nicholas nicholas1 nickname
nicolas nicolas1 nicole nicole1 nicole123 nihao123 nihaoma ninja1 ninja123 nintendo nintendo64 nirvana nirvana1 nissan nissan1 nmlkji nmlkjih nmlkjihg nnnnnn nnnnnnnn noah12
noah123 noah1234 nofear nokia1 nokia123 nokia5800 noob123 noodles nopass nopassword nopqrs nopqrst nopqrstu normal norman norton nothing nothing1 november november! november01
november1 november12 november123 november1234 november2024 november2025 november@123 nuclear nugget nugget1 nugget12 number1 number2 numberone nurse1 nursing nutmeg oakland
obsession obsidian ocean1 october october! october01 october1 october12 october123 october1234 october2024 october2025 october@123 octopus odyssey office office! office01 office1
office12 office123 office1234 office2024 office2025 office@123 ohyeah oiuytr oiuytre oiuytrew oklahoma oldpassword olga12 olga123 olga1234 oliver oliver1 oliver123 olivia olivia1
olympic omega1 onelove onepiece onion1 online1 onlyme onlyone onmlkj onmlkji onmlkjih oooooo oooooooo opensesame openup operator opqrst opqrstu opqrstuv optimus oracle orange
orange! orange01 orange1 orange12 orange123 orange1234 orange2024 orange2025 orange@123 oranges orchid oregon oreo123 orgasm orion1 orlando oscar1 oscar123 outkast outlaw outside
oxford p@ssw0rd p@ssword pa$$word pa55w0rd pa55word packers packers1 paddle pakistan pakistan1 pakistan123 paladin palmer pamela pamela1 pamela12 pamela123 pamela1234 pancake
panda1 panda123 pantera pantera1 panther panther1 panthers papa123 paradise paradise1 paradox paramore paris! paris01 paris1 paris12 paris123 paris1234 paris2024 paris2025
paris@123 parola parola1 parrot party1 partytime pass123 pass1234 pass@123 passion passion1 passme passord passpass passport passw0rd password password! password0 password01
password1 password10 password11 password12 password123 password1234 password13 password2 password2024 password2025 password21 password22 password23 password3 password5 password69
password7 password8 password9 password99 password@123 passwort passwort1 passwort123 patches patience patricia patricia1 patricia12 patricia123 patricia1234 patrick patrick1
patriot patriots paul12 paul123 paul1234 pavilion peace1 peace123 peaceful peaches peaches1 peanut peanut1 peanut12 peanuts pearl1 pearljam pebbles pebbles1 pedro1 pedro12
pedro123 pedro1234 peewee penelope penguin penguin1 penguins penis1 pentium people pepper pepper1 pepper12 peppers pepsi1 pepsi123 perfect perfect1 perfect10 perrito perry1
peter1 peter12 peter123 peter1234 peterpan phantom phantom1 philip philip1 philip12 philip123 philip1234 philippines phillies phillip phillip1 phillip12 phillip123 phillip1234
phoenix phoenix1 photo1 physics pickle pickle1 pickles pigeon piglet pikachu pikachu1 pilot1 pimp123 pimpin pinball pineapple pink12 pink123 pinkfloyd pinkie pinkpanther pinky1
pinky123 pioneer pirate pirates pitbull pitbull1 pizza1 pizza123 planet plasma platinum playboy playboy1 player player1 playstation please please1 please12 pluto1 pluto123 poetry
poiuyt poiuytr poiuytre poiuytrewq pokemon pokemon! pokemon01 pokemon1 pokemon12 pokemon123 pokemon1234 pokemon2024 pokemon2025 pokemon@123 poker1 poker123 poland polarbear
polaris police police1 police911 politics polo123 polska polska1 polska123 ponmlk ponmlkj ponmlkji pony123 pooh123 poohbear poohbear1 poohbear12 pookie pookie1 poop123 poophead
poopie poopoo popcorn popcorn1 popeye popeye1 porn123 porno1 porsche porter portland portugal potato potato1 power! power01 power1 power12 power123 power1234 power2024 power2025
power@123 powers pppppp pppppppp pqrstu pqrstuv pqrstuvw prayer precious precious1 precious2 predator presario prescott presley pressure preston pretty pretty1 prettygirl prince
prince1 princesa princesa1 princess princess! princess01 princess1 princess12 princess123 princess1234 princess2 princess2024 princess2025 princess7 princess@123 princeton
priscilla private privet produce professor promise property prophet prospect prosper protect prototype proverbs psycho psycho1 psycho12 public pumpkin pumpkin1 pumpkin12 puppies
puppy1 puppy123 puppylove purple purple! purple01 purple1 purple12 purple123 purple1234 purple2024 purple2025 purple@123 pussy1 pussy69 pussycat pyramid python q123456 q1w2e3
q1w2e3r4 q1w2e3r4t5 q1w2e3r4t5y6 qaz123456 qazwsx qazwsx123 qazwsxedc qazwsxedcrfv qponml qponmlk qponmlkj qq123456 qq5201314 qqqqqq qqqqqqqq qrstuv qrstuvw qrstuvwx quality
quantum quattro queen1 queen123 queenbee quest1 quiet1 qwaszx qwe123 qwe123456 qwe123qwe qweasd qweasdzxc qweqwe qweqweqwe qwer123 qwer1234 qwerasdf qwerasdfzxcv qwert1 qwert123
qwert12345 qwerty qwerty01 qwerty1 qwerty11 qwerty12 qwerty123 qwerty1234 qwerty12345 qwerty1q qwerty321 qwerty7 qwerty777 qwerty78 qwertyqwerty qwertyu qwertyui qwertyuiop
qwertz qwertz123 qwertzuiop rabbit rabbit1 rabbit12 racecar racerx rachel rachel1 racing radiohead rafael rafael1 rafael12 rafael123 rafael1234 rahasia raiders raiders1 rainbow
rainbow! rainbow01 rainbow1 rainbow12 rainbow123 rainbow1234 rainbow2024 rainbow2025 rainbow@123 raindrop rainyday raistlin ralph1 ralph12 ralph123 ralph1234 rambo1 rampage
random random1 randy1 randy12 randy123 randy1234 ranger ranger1 rangers rangers1 rapper rapture rascal rascal1 rasta1 rastaman raven1 ravens raymond raymond1 raymond12 raymond123
raymond1234 rayray reality realmadrid rebecca rebecca1 rebecca12 rebecca123 rebecca1234 rebel1 rebels red123 reddog redhead redhot redneck redneck1 redred redrose redrum redskin
redskins redsox redsox1 redwings reebok reggae reggie regina remember rememberme renegade rescue revolution revolver reynolds rfnthbyf ricardo ricardo1 ricardo12 ricardo123
ricardo1234 rich123 richard richard1 richard12 richard123 richard1234 richie ricky1 ricky12 ricky123 ricky1234 rider1 riley1 riley12 riley123 riley1234 ripper ripple river1
river123 roadkill roadrunner robbie robert robert1 robert12 robert123 robin1 robin12 robin123 robin1234 robinson roblox roblox123 robocop robotech rocker rocket rocket1 rocket12
rockets rockin rocknroll rocks1 rockstar rockstar1 rocky1 rocky123 rodrigo rodrigo1 rodrigo12 rodrigo123 rodrigo1234 roger1 roland romance romantic ronald ronald1 ronald12
ronald123 ronald1234 ronaldo ronaldo1 ronaldo7 rookie rooney10 rooster root123 rootroot rosa12 rosa123 rosa1234 rose12 rose123 rose1234 rosebud rosebud1 roses1 rosie1 rotten
roxanne roxy123 royals rqponm rqponml rqponmlk rrrrrr rrrrrrrr rstuvw rstuvwx rstuvwxy rtyuio rtyuiop ruben1 ruben12 ruben123 ruben1234 runner runner1 running russell russell1
russell12 russell123 russell1234 russia russia1 rusty1 rusty12 rusty123 ruth12 ruth123 ruth1234 ryan12 ryan123 ryan1234 s123456 sabrina sabrina1 sadie1 sadness saigon saints
sakura sakura1 salasana salasana1 sales! sales01 sales1 sales12 sales123 sales1234 sales2024 sales2025 sales@123 salmon salvation samantha samantha1 sammie sammy1 sammy123 samson
samson1 samsung samsung1 samsung123 samuel samuel1 samuel12 samuel123 samuel1234 samurai sandman sandra sandra1 sandra12 sandra123 sandra1234 santana santiago sapphire sara12
sara123 sara1234 sarah1 sarah12 sarah123 sarah1234 sarang1 saranghae sasha1 sasha123 sasuke sasuke1 sasuke12 satan666 saturday saturn sausage savage savanna savannah savannah1
savannah12 savannah123 savannah1234 sayang sayangku scarface scarface1 scarlet schalke04 schatz schatzi school school! school01 school1 school12 school123 school1234 school2024
school2025 school@123 schumacher science scooby scooby1 scoobydoo scoobydoo1 scooter scooter1 scorpio scorpio1 scorpion scorpion1 scotland scotland1 scott1 scott12 scott123
scott1234 scrabble scrappy scream screamer scruffy sdfghj sdfghjk sdfghjkl sean12 sean123 sean1234 search seattle sebastian sebastian1 secret secret! secret01 secret1 secret12
secret123 secret1234 secret2024 secret2025 secret@123 secure security security1 senha123 senior sensei september september! september01 september1 september12 september123
september1234 september2024 september2025 september@123 serena serenity serenity1 sergio sergio1 sergio12 sergio123 sergio1234 server service service! service01 service1
service12 service123 service1234 service2024 service2025 service@123 seven7 seventeen sexsex sexy123 sexy69 sexybitch sexyboy sexygirl sexyme shadow shadow! shadow01 shadow1
shadow12 shadow123 shadow1234 shadow13 shadow2 shadow2024 shadow2025 shadow@123 shakira shalom shane1 shane12 shane123 shane1234 shannon shannon1 sharingan shark1 sharks sharon
sharon1 sharon12 sharon123 sharon1234 sheba1 sheila shelby shelby1 shelly sherlock sherman shinigami shithappens shithead shooter shorty shorty1 shotgun showme showtime shuttle
siemens sierra sierra1 silence silver silver! silver01 silver1 silver12 silver123 silver1234 silver2024 silver2025 silver@123 silvia simba1 simba123 simon1 simon12 simon123
simon1234 simone simple simple1 simply simpson simpsons sinclair singapore singer single sinner sister sister1 sister12 sisters sixers skateboard skater skater1 skeeter skipper
skipper1 skippy skittles skittles1 skyline skywalker slayer slayer1 sleeping sleepy slick1 slimshady slimshady1 slipknot slipknot1 slipknot666 slipper sluggo slytherin smackdown
smart1 smarty smile! smile01 smile1 smile12 smile123 smile1234 smile2024 smile2025 smile@123 smiles smiley smiley1 smirnoff smith1 smoke1 smoke420 smokes smokey smokey1 smoking
smooth snake1 snakes snapple snickers snickers1 sniffles sniper sniper1 snoopy snoopy1 snowball snowball1 snowboard snowboarding snowflake snowman snuggles soccer soccer!
soccer01 soccer1 soccer10 soccer11 soccer12 soccer123 soccer1234 soccer13 soccer2024 soccer2025 soccer7 soccer@123 sofia1 sofia12 sofia123 sofia1234 softball softball1 soldier
soldier1 soldier12 soleil soleil1 solomon somebody someone something something1 sommer sommer123 sonic1 sonic123 sonics sonoma sooners sophia sophia1 sophie sophie1 sophie123
soprano sorry1 soulmate southern southpark spanish1 spanky spanky1 sparkle sparkle1 sparkles sparky sparky1 sparrow spartak spartan spartan1 spartan117 spartans special special1
speedy speedy1 sphinx spider spider1 spiderman spiderman1 spike1 spirit spitfire splash sponge spongebob spongebob1 spooky sports sports1 spring spring! spring01 spring1 spring12
spring123 spring1234 spring2024 spring2025 spring@123 sprinter sprite squidward squirrel squirt srqpon srqponm srqponml ssssss ssssssss stacy1 stacy12 stacy123 stacy1234 stallion
stanford stanley starbucks starcraft stardust starfire starfish stargate stargate1 stargazer starlight starship startrek startrek1 starwars starwars1 static station steak1
stealth steelers steelers1 steelers7 stella stella1 stephanie stephanie1 stephanie12 stephanie123 stephanie1234 stephen steve1 steve12 steve123 steve1234 steven steven1 steven12
steven123 steven1234 stewart stewie stinger stinky stinky1 stones storage storm1 stormy stranger stratus strawberry strawberry1 streets strength striker stripper strong student
student! student01 student1 student12 student123 student1234 student2024 student2025 student@123 studio stupid stupid1 stuvwx stuvwxy stuvwxyz subaru sublime sublime1 subway
success success1 sucker suckers suckit suckme suckmydick sugar1 sugar123 suicide summer summer! summer00 summer01 summer05 summer06 summer07 summer08 summer09 summer1 summer10
summer11 summer12 summer123 summer1234 summer2024 summer2025 summer99 summer@123 sundance sunday sunday! sunday01 sunday1 sunday12 sunday123 sunday1234 sunday2024 sunday2025
sunday@123 sunflower sunflower1 sunny1 sunny123 sunnyday sunrise sunset sunset1 sunshine sunshine! sunshine01 sunshine1 sunshine12 sunshine123 sunshine1234 sunshine2 sunshine2024
sunshine2025 sunshine7 sunshine@123 superb superboy supergirl superman superman! superman01 superman1 superman12 superman123 superman1234 superman2024 superman2025 superman@123
supernova supersonic superstar superuser support supra1 surfer surfer1 surfing survivor susan1 susan12 susan123 susan1234 sushi1 suzanne suzuki sweet! sweet01 sweet1 sweet12
sweet123 sweet1234 sweet16 sweet2024 sweet2025 sweet@123 sweetheart sweetie sweetie1 sweetlove sweetpea sweetpea1 sweety swimmer swimmer1 swimming swordfish swordfish1 sydney
sydney1 sydney12 sydney123 sydney1234 sylvester symphony system system32 t123456 tacobell tacos1 taiwan tamara tamara1 tamara12 tamara123 tamara1234 tango1 tanker tanya1 tanya12
tanya123 tanya1234 taobao tara12 tara123 tara1234 target tarheel tarheels tarzan tasha1 tattoo taurus taurus1 taylor taylor1 taylor12 taylor13 taylorswift teacher teacher1
teacher12 teamo1 teamo123 teamomucho technics techno techno1 teddy1 teddy123 teddybear teddybear1 teenager telephone television temp123 temp1234 temple temporary temptation
tennessee tennis tennis! tennis01 tennis1 tennis12 tennis123 tennis1234 tennis2024 tennis2025 tennis@123 tequiero tequieromucho tequila teresa teresa1 teresa12 teresa123
teresa1234 terminal terminator terror terry1 terry12 terry123 terry1234 tesoro tesoro1 test12 test123 test1234 test12345 tester testing testing1 testing123 testtest texas1
texas123 thailand thankyou thankyou1 thebest thebest1 thedoors theking theman theone thepassword theresa theresa1 theresa12 theresa123 theresa1234 therock thomas thomas1
thomas123 thor123 thrasher threesome thuglife thumper thunder thunder1 thunder12 tiantian tiffany tiffany1 tiffany12 tiffany123 tiffany1234 tiger! tiger01 tiger1 tiger12 tiger123
tiger1234 tiger2024 tiger2025 tiger@123 tigers tigers1 tigger tigger1 tigger12 tigger123 tigger2 tim123 tim1234 timothy timothy1 tinker tinker1 tinkerbell tinkerbell1 titanic
titanic1 titans toby123 todd12 todd123 todd1234 tomato tomcat tommy1 tommy12 tommy123 tommy1234 tony12 tony123 tony1234 toor123 tootie tootsie topgun topsecret tornado toronto
torres9 tottenham touchdown toyota toyota1 tracey tractor tracy1 tracy12 tracy123 tracy1234 trance transam transformers travel travis travis1 treasure treefrog trevor trevor1
trevor12 trevor123 trevor1234 tribal tricky trigger trinidad trinity trinity1 triple tristan trooper tropical trouble trouble1 troy12 troy123 troy1234 trucker trucks truelove
trumpet trumpet1 trustme trustno1 trustnoone tsrqpo tsrqpon tsrqponm tsunami tttttt tttttttt tucker tucker1 tuesday tuesday! tuesday01 tuesday1 tuesday12 tuesday123 tuesday1234
tuesday2024 tuesday2025 tuesday@123 tupac1 turbo1 turbo123 turkey1 turner turquoise turtle turtle1 turtles tuvwxy tuvwxyz tweety tweety1 tweety12 tweetybird twilight twilight1
twilight12 twinkle twins1 twister twitter twix123 tyler1 tyler12 tyler123 tyler1234 typhoon tyrone tyuiop ubuntu ultimate undertaker unicorn unicorn1 unicorns unique united
united1 universe university unknown usa123 user123 user1234 username usmarine utopia utsrqp utsrqpo utsrqpon uuuuuu uuuuuuuu uvwxyz uytrew uytrewq vacation vagina valencia
valentin valentina valentina1 valentina12 valentina123 valentina1234 valentine valeria valeria1 valeria12 valeria123 valeria1234 valerie vampire vampire1 vampires vanessa
vanessa1 vanessa12 vanessa123 vanessa1234 vanilla vatech vegas1 vegeta vegeta1 velvet venus1 veritas verizon vermont veronica veronica1 veronica12 veronica123 veronica1234 vfhbyf
vicky1 vicky12 vicky123 vicky1234 victor victor1 victor12 victor123 victor1234 victoria victoria1 victory victory1 vietnam vietnam1 vikings vikings1 vincent vincent1 vincent12
vincent123 vincent1234 vintage violet violet1 viper1 vipers virgin virginia virgo1 vision vladimir vodka1 volcano volcom voldemort volkswagen volleyball volleyball1 volvo1 voodoo
vorteck voyager vutsrq vutsrqp vutsrqpo vvvvvv vvvvvvvv w123456 wachtwoord waffle waffles walker walrus walter wang123 wang123456 wangjian warcraft warcraft1 warcraft3 warhammer
warlock warning warren warrior warrior1 warriors wasd1234 washington wasser water1 water123 watermelon watson wayne1 wayne12 wayne123 wayne1234 weasel webster wedding weezer
weezer1 welcome welcome! welcome01 welcome1 welcome12 welcome123 welcome1234 welcome2024 welcome2025 welcome@123 welkom welkom01 welkom123 wendy1 wendy12 wendy123 wendy1234
werder werewolf wertyu wertyui wertyuio western westside westside1 whale1 whatever whatever1 whatsup whatthe wheels whiskers whiskey whisky white1 whitey whitney whocares whore1
whynot wife123 wildcat wildcats wildcats1 wildfire william william1 william12 william123 willie willie1 willow willow1 wilson windows windows1 windows7 windsurf wine123 winner
winner1 winners winnie winnie1 winniethepooh winning winston winston1 winter winter! winter01 winter1 winter12 winter123 winter1234 winter2024 winter2025 winter@123 wisdom
wishbone wizard wizard1 wo123456 woaini woaini123 woaini1314 woaini520 wodemima wolf123 wolfgang wolfman wolfpack wolverine wolverine1 wolves wonderful woodland woody1 wordpass
working world! world01 world1 world12 world123 world1234 world2024 world2025 world@123 wrangler wrestler wrestling wrestling1 ws123456 wvutsr wvutsrq wvutsrqp wwe123 wwf123
wwwwww wwwwwwww x123456 xanadu xavier xavier1 xbox360 xcvbnm xfiles xiaoming xiaoxiao xwvuts xwvutsr xwvutsrq xx123456 xxxxxx xxxxxxxx y123456 yahoo123 yamaha yankee yankees
yankees1 yankees2 yellow yellow! yellow01 yellow1 yellow12 yellow123 yellow1234 yellow2024 yellow2025 yellow@123 yfnfif yolanda yomama youknow young1 yourmom yourmom1
yourpassword yousuck youtube yoyoyo ytrewq yugioh yugioh1 yukon1 yvonne yxwvut yxwvuts yxwvutsr yyyyyy yyyyyyyy z123456 zachary zachary1 zachary12 zachary123 zachary1234 zaq123
zaq12wsx zaq1xsw2 zaq1zaq1 zaqwsx zealot zebra1 zebras zelda1 zelda123 zenit1 zenith zeppelin zeus123 zhang123 zhang123456 ziggy1 zigzag zipper zoe123 zoe1234 zombie zombie1
zombie12 zombies zoomzoom zxc123456 zxcasd1 zxcasdqwe zxcvbn zxcvbn123 zxcvbnm zxcvbnm1 zxcvbnm12 zxcvbnm123 zxczxc zyxwvu zyxwvut zyxwvuts zz123456 zzzzzz zzzzzzzz
`;
