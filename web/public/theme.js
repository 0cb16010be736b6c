// Runs before the first paint, so that a dark page never flashes white. `src/lib/theme.ts` takes over from here.
;(function () {
  let chosen = null
  try {
    chosen = localStorage.getItem('theme')
  } catch (error) {
    console.warn('The theme could not be read', error)
  }
  const dark = chosen ? chosen === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches
  document.documentElement.classList.toggle('dark', dark)
})()
