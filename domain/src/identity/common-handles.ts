/** What many people's handles are made of. A handle that can be built from these identifies its owner less. */
export const COMMON_GIVEN_NAMES: ReadonlySet<string> = new Set(
  (
    'james john robert michael mike william david dave richard joseph joe thomas tom charles chris christopher daniel dan ' +
    'matthew matt anthony mark marc donald steven steve paul andrew andy joshua josh kenneth ken kevin brian george ' +
    'edward ed ronald tim timothy jason jeff jeffrey ryan jacob jake gary nick nicholas eric erik jonathan jon stephen ' +
    'larry justin scott brandon ben benjamin sam samuel greg frank alex alexander raymond patrick pat jack dennis jerry ' +
    'tyler aaron jose adam nathan henry peter zach kyle noah ethan jeremy walter christian keith roger terry sean ' +
    'austin carl arthur lawrence dylan jesse jordan bryan billy bruce gabriel joe logan albert willie alan juan max ' +
    'mary maria patricia jennifer jen linda elizabeth liz barbara susan jessica sarah sara karen lisa nancy betty sandra ' +
    'margaret ashley kim kimberly emily donna michelle carol amanda melissa deborah stephanie rebecca sharon laura ' +
    'cynthia kathleen amy angela shirley anna emma nicole helen samantha katherine kate christine rachel carolyn janet ' +
    'maria julia lea nina sofia sophie marta clara hannah eva olga irina elena katja priya mei yuki leila chloe lukas ' +
    'felix jan jonas stefan simon martin marco luis diego pavel hugo oliver viktor tobias'
  ).split(' '),
)

export const COMMON_FAMILY_NAMES: ReadonlySet<string> = new Set(
  (
    'smith johnson williams brown jones garcia miller davis rodriguez martinez hernandez lopez gonzalez wilson anderson ' +
    'thomas taylor moore jackson martin lee perez thompson white harris sanchez clark lewis robinson walker young allen ' +
    'king wright scott torres nguyen hill flores green adams nelson baker hall rivera campbell mitchell carter roberts ' +
    'muller schmidt schneider fischer weber meyer wagner bauer rossi ferrari silva santos costa kim park wang li chen ' +
    'zhang singh kumar patel ivanov petrov novak hansen nielsen larsen jansen dubois moreau kowalski tanaka ali khan'
  ).split(' '),
)

export const COMMON_WORDS: ReadonlySet<string> = new Set(
  (
    'the dev code coder coding hack hacker tech data cloud web net bit byte pixel cyber dark light night star moon sun ' +
    'sky fire ice snow red blue green black white gold silver iron steel stone wolf fox bear cat dog bird owl hawk ' +
    'eagle tiger lion panda dragon ninja pirate wizard ghost shadow storm thunder king queen lord master boss captain ' +
    'doctor dr mr mrs my real official just only super mega ultra hyper mini tiny big little old new cool happy lazy ' +
    'crazy mad wild lost free deep silent quiet null zero one two app hq team lab labs io bot man boy girl guy dude'
  ).split(' '),
)
