import { homeOf } from './add-address.ts'
import { keepHome, readHome } from './home.ts'

const field = document.querySelector('input')
const said = document.querySelector('[role=status]')

const home = await readHome()
if (field && home !== undefined) field.value = home

document.querySelector('form')?.addEventListener('submit', (event) => {
  event.preventDefault()
  void save(field?.value ?? '')
})

async function save(typed: string): Promise<void> {
  const chosen = homeOf(typed)
  if (chosen !== undefined) await keepHome(chosen)
  if (field && chosen !== undefined) field.value = chosen
  if (said)
    said.textContent = chosen === undefined ? 'That is no web address, such as https://leads.example.com.' : 'Saved.'
}
