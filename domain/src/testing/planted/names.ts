/** Given names, the most frequent first: the generator draws the first far more often than the last. */
export const GIVEN = (
  'James Maria David Anna Michael Sarah Daniel Laura Thomas Julia Alex Emma John Lisa Peter Nina Martin Elena Chris Sofia ' +
  'Robert Alice Paul Eva Mark Katja Andrew Sara Stefan Olga Simon Marta Lukas Clara Adam Irina Felix Hannah Jan Priya Tom ' +
  'Mei Ben Aisha Max Yuki Sam Chloe Nick Leila Jonas Ingrid Oliver Amara Pavel Noor Hugo Freya Marco Zofia Luis Anjali ' +
  'Kevin Tamara Erik Rosa Viktor Beatriz Diego Saskia Arjun Marit Rafael Ximena Tobias Wanjiru Kenji Oluchi Bjorn Siobhan ' +
  'Tariq Petra Emil Dagny Caspian Ottoline Thaddeus Isolde Leopold Zenobia Ignatius Perpetua Lysander Ondine Casimir Eulalia'
).split(' ')

/** Family names, likewise. */
export const FAMILY = (
  'Smith Miller Garcia Wang Johnson Schmidt Kumar Brown Silva Kim Novak Jones Rossi Martin Lee Muller Davis Singh Wilson ' +
  'Nguyen Taylor Petrov Anderson Lopez Chen Fischer White Tanaka Moore Weber Clark Santos Lewis Hansen Walker Kowalski Hall ' +
  'Dubois Young Ivanov King Patel Wright Nielsen Scott Bauer Green Moreau Baker Jansen Adams Costa Nelson Larsen Hill ' +
  'Ferrari Campbell Ali Mitchell Svensson Carter Virtanen Roberts Okafor Turner Horvat Phillips Mensah Parker Kovacs Evans ' +
  'Haddad Edwards Lindqvist Collins Yamamoto Stewart Papadopoulos Sanchez Oconnell Morris Berglund Rogers Castellanos Reed ' +
  'Achterberg Vasquez Zielinski Thornbury Featherstone Quillington Abernathy Vandermeer Oyelaran Brzezicki Halvorsen Mbeki ' +
  'Underhill Pemberton Szymborska Wetherell Montague Rautavaara Lochlainn Bhattacharya Grimaldi Zwingli Tarkovsky Ellingsworth'
).split(' ')

/** The parts of nicknames. */
export const NICK_FIRST = (
  'dark code pixel null byte night cloud data red lost iron quiet hyper nano deep cosmic tiny silent lazy electric frozen ' +
  'crimson velvet rusty salty binary turbo feral hollow lunar'
).split(' ')
export const NICK_SECOND = (
  'wolf coder monkey fox ninja panda owl pirate wizard raven otter kraken badger moth heron lynx walrus falcon mantis ' +
  'gecko sloth marmot puffin newt ibis tapir quokka axolotl pangolin narwhal'
).split(' ')

export const CITIES = (
  'Berlin|London|San Francisco|New York|Paris|Amsterdam|Toronto|Bangalore|Seattle|Munich|Stockholm|Austin|Warsaw|Lisbon|' +
  'Vienna|Zurich|Helsinki|Porto|Ghent|Tallinn|Nairobi|Lagos|Kyoto|Brno|Leeds|Graz|Bergen|Cluj|Halifax|Dunedin'
).split('|')
export const COUNTRY_OF: Readonly<Record<string, string>> = {
  Berlin: 'Germany',
  London: 'UK',
  Paris: 'France',
  Amsterdam: 'Netherlands',
  Toronto: 'Canada',
  Bangalore: 'India',
  Munich: 'Germany',
  Stockholm: 'Sweden',
  Warsaw: 'Poland',
  Lisbon: 'Portugal',
}

export const JOBS = (
  'software engineer|backend developer|frontend developer|data scientist|founder|product manager|designer|devops engineer|' +
  'security researcher|CTO|student|indie hacker|technical writer|SRE|consultant'
).split('|')
export const INTERESTS = (
  'rust|python|postgres|typescript|coffee|cycling|climbing|music|photography|open source|machine learning|databases|go|' +
  'kubernetes|linux|chess|cats|running|woodworking|synthesizers|distributed systems|compilers|sourdough|ham radio|' +
  'beekeeping|fountain pens|lisp|typography|letterpress|bouldering|astronomy|retro computing|mycology|esperanto|bookbinding|origami'
).split('|')
export const COMPANIES = (
  'Nordwind|Acme|Brightforge|Quantling|Papercrane|Voltaria|Tidepool|Lumenly|Gridwise|Oxbow|Fernhill|Stacksmith|Kestrel|' +
  'Moonrake|Datamill|Cobalt Labs|Harborline|Sprucely|Zephyrus|Inkwell|Rowboat|Granitic|Pinecone Health|Saltmarsh|Windlass|' +
  'Copperfield|Thistle|Marrow|Bluebottle|Ninefold'
).split('|')
