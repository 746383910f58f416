"""Irregular forms of English, listed by hand: verbs, and nouns and adjectives that rules miss.

A verb's entry is `base past participle`. Of forms joined by a slash the first is generated, the
others are only recognised.
"""

_VERBS = """
arise arose arisen; awake awoke awoken; be was/were been; bear bore borne; beat beat beaten;
become became become; befall befell befallen; beget begot begotten; begin began begun;
behold beheld beheld; bend bent bent; bereave bereaved/bereft bereaved/bereft;
beseech besought/beseeched besought/beseeched; beset beset beset; bet bet bet; bid bid bid;
bind bound bound; bite bit bitten; bleed bled bled; blow blew blown; break broke broken;
breed bred bred; bring brought brought; broadcast broadcast broadcast; build built built;
burst burst burst; buy bought bought; cast cast cast; catch caught caught; choose chose chosen;
cling clung clung; come came come; cost cost cost; creep crept crept; cut cut cut;
deal dealt dealt; dig dug dug; dive dived/dove dived; do did done; draw drew drawn;
dream dreamed/dreamt dreamed/dreamt; drink drank drunk; drive drove driven;
dwell dwelt/dwelled dwelt/dwelled; eat ate eaten; fall fell fallen; feed fed fed; feel felt felt;
fight fought fought; find found found; fit fitted/fit fitted/fit; flee fled fled;
fling flung flung; fly flew flown; forbear forbore forborne; forbid forbade forbidden;
forecast forecast forecast; foresee foresaw foreseen; foretell foretold foretold;
forget forgot forgotten; forgive forgave forgiven; forgo forwent forgone;
forsake forsook forsaken; forswear forswore forsworn; freeze froze frozen; get got gotten/got;
give gave given; go went gone; grind ground ground; grow grew grown;
hamstring hamstrung hamstrung; hang hung hung; have had had; hear heard heard;
heave heaved/hove heaved/hove; hew hewed hewn/hewed; hide hid hidden; hit hit hit;
hold held held; hurt hurt hurt; keep kept kept; kneel knelt/kneeled knelt/kneeled;
knit knit/knitted knit/knitted; know knew known; lay laid laid; lead led led;
lean leaned/leant leaned/leant; leap leaped/leapt leaped/leapt; learn learned/learnt learned/learnt;
leave left left; lend lent lent; let let let; lie lay lain; light lit/lighted lit/lighted;
lose lost lost; make made made; mean meant meant; meet met met; mislead misled misled;
mistake mistook mistaken; mow mowed mown/mowed; outdo outdid outdone; overcome overcame overcome;
partake partook partaken; pay paid paid; plead pleaded/pled pleaded/pled;
prove proved proven/proved; put put put; quit quit quit; read read read; rend rent rent;
rid rid rid; ride rode ridden; ring rang rung; rise rose risen; run ran run; saw sawed sawn/sawed;
say said said; see saw seen; seek sought sought; sell sold sold; send sent sent; set set set;
sew sewed sewn/sewed; shake shook shaken; shear sheared shorn/sheared; shed shed shed;
shine shone/shined shone/shined; shoe shod shod; shoot shot shot; show showed shown;
shrink shrank shrunk; shrive shrove shriven; shut shut shut; sing sang sung; sink sank sunk;
sit sat sat; slay slew slain; sleep slept slept; slide slid slid; sling slung slung;
slink slunk slunk; slit slit slit; smite smote smitten; sneak sneaked/snuck sneaked/snuck;
sow sowed sown/sowed; speak spoke spoken; speed sped/speeded sped/speeded;
spell spelled/spelt spelled/spelt; spend spent spent; spill spilled/spilt spilled/spilt;
spin spun spun; spit spat/spit spat/spit; split split split; spoil spoiled/spoilt spoiled/spoilt;
spread spread spread; spring sprang sprung; stand stood stood; stave staved/stove staved/stove;
steal stole stolen; stick stuck stuck; sting stung stung; stink stank stunk; strew strewed strewn;
stride strode stridden; strike struck struck; string strung strung; strive strove striven;
swear swore sworn; sweep swept swept; swell swelled swollen; swim swam swum; swing swung swung;
take took taken; teach taught taught; tear tore torn; telecast telecast telecast; tell told told;
think thought thought; thrive thrived/throve thrived/thriven; throw threw thrown;
thrust thrust thrust; tread trod trodden; typecast typecast typecast; undergo underwent undergone;
understand understood understood; undertake undertook undertaken; undo undid undone;
uphold upheld upheld; upset upset upset; wake woke woken; wear wore worn; weave wove woven;
wed wed/wedded wed/wedded; weep wept wept; wet wet/wetted wet/wetted; win won won;
wind wound wound; withdraw withdrew withdrawn; withhold withheld withheld;
withstand withstood withstood; wring wrung wrung; write wrote written; input input input;
offset offset offset; sublet sublet sublet;
burn burned/burnt burned/burnt; smell smelled/smelt smelled/smelt; clothe clothed/clad clothed/clad;
bestride bestrode bestridden; spellbind spellbound spellbound; breastfeed breastfed breastfed;
"""

VERBS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {}
for _entry in _VERBS.replace("\n", " ").split(";"):
    if _entry.strip():
        _base, _past, _participle = _entry.split()
        VERBS[_base] = (tuple(_past.split("/")), tuple(_participle.split("/")))

# Plurals that neither the rules nor WordNet's exception list give, or not as the first choice.
NOUNS = {
    "person": "people",
    "die": "dice",
    "penny": "pennies",
    "ox": "oxen",
    "child": "children",
    "man": "men",
    "woman": "women",
    "foot": "feet",
    "tooth": "teeth",
    "goose": "geese",
    "mouse": "mice",
    "louse": "lice",
    "passerby": "passersby",
    "passer-by": "passers-by",
    "runner-up": "runners-up",
    "hanger-on": "hangers-on",
    "datum": "data",
    "medium": "media",
    "genus": "genera",
    "quiz": "quizzes",
    "this": "these",
    "that": "those",
    "gas": "gases",
    "bus": "buses",
    "loaf": "loaves",
    "thief": "thieves",
    "scarf": "scarves",
    "shelf": "shelves",
    "elf": "elves",
    "calf": "calves",
    "half": "halves",
    "self": "selves",
    "leaf": "leaves",
    "sheaf": "sheaves",
    "wolf": "wolves",
    "knife": "knives",
    "life": "lives",
    "wife": "wives",
    "hoof": "hooves",
    "wharf": "wharves",
    "stomach": "stomachs",
    "monarch": "monarchs",
    "patriarch": "patriarchs",
    "matriarch": "matriarchs",
    "epoch": "epochs",
    "eunuch": "eunuchs",
    "loch": "lochs",
}
# Nouns whose plural is the same, that have no singular, or that cannot be counted.
UNCHANGED_IN_PLURAL = frozenset(
    "menfolk womenfolk townsfolk kinsfolk "
    "sheep deer fish moose swine bison elk trout salmon cod shrimp squid offspring aircraft "
    "spacecraft hovercraft series species means headquarters crossroads gallows barracks shambles "
    "innings corps rendezvous chassis bourgeois people police cattle folk poultry vermin livestock "
    "clergy gentry dice data media bacteria criteria phenomena mathematics physics politics "
    "economics ethics news scissors trousers pants jeans shorts pajamas pyjamas glasses goggles "
    "tongs pliers clothes thanks goods outskirts surroundings remains earnings belongings premises "
    "advice information furniture luggage baggage equipment homework housework knowledge evidence "
    "machinery jewelry jewellery scenery stuff gear rice bread traffic progress weather chinese "
    "memorabilia regalia paraphernalia genitalia marginalia japanese portuguese vietnamese "
    "swiss".split()
)
# Nouns in -man that do not contain `man`: their plural is regular.
REGULAR_IN_MAN = frozenset(
    "human german roman ottoman talisman shaman caiman cayman norman brahman mussulman "
    "hetman desman saman toman dolman ataman".split()
)
# Comparative and superlative.
DEGREES = {
    "good": ("better", "best"),
    "well": ("better", "best"),
    "bad": ("worse", "worst"),
    "badly": ("worse", "worst"),
    "ill": ("worse", "worst"),
    "far": ("farther", "farthest"),
    "little": ("less", "least"),
    "much": ("more", "most"),
    "many": ("more", "most"),
    "old": ("older", "oldest"),
    "late": ("later", "latest"),
    "further": ("further", "furthest"),
}
# One-syllable adjectives that take `more` instead of -er.
WITH_MORE = frozenset(
    "real right wrong fun worth chic prime apt just like fake dread lost worn torn known bored "
    "drunk due unique cross numb ill dead".split()
)
# Two-syllable adjectives without -y or -le that take -er.
WITH_ENDING = frozenset(
    "quiet clever narrow shallow mellow hollow yellow sallow callow tender slender cruel".split()
)
# Adjectives without degrees: absolute (`perfect`) or already extreme (`excellent`).
WITHOUT_DEGREES = frozenset(
    "excellent superb perfect ideal optimal optimum superior inferior supreme ultimate utmost "
    "chief main principal prime premier top leading enormous gigantic tremendous immense huge "
    "giant awesome outstanding terrific fantastic fabulous entire whole total complete absolute "
    "unique only sole single same other another next last former latter previous major minor "
    "favorite favourite first second third initial final primary secondary".split()
)
