import { expect, test } from 'vitest'
import { detectLanguage, nameLanguage } from './language.ts'

test.each([
  'Rye flour? I run a bakery. Which rye flour should I buy?',
  'Small business owners asking which accounting or bookkeeping software to use',
  'No me gusta is all that I can say in Spanish, so which course should I take?',
  'We moved from Zürich to Malmö and need an accountant who knows both',
])('"%s" is English', (text) => expect(detectLanguage(text)).toBe('english'))

test.each([
  'Pequeñas empresas que preguntan qué software de contabilidad usar',
  'Petites entreprises qui cherchent un logiciel de comptabilité',
  'Kleine Unternehmen, die nach einer Buchhaltungssoftware suchen',
  'Piccole imprese che cercano un software di contabilità',
  'Kleine bedrijven die vragen welke boekhoudsoftware ze moeten gebruiken',
  'Małe firmy pytające o oprogramowanie księgowe',
  'Pequenas empresas que perguntam qual software de contabilidade usar',
  'Малый бизнес ищет программу',
  '会計ソフトを探しています',
])('"%s" is another language', (text) => expect(detectLanguage(text)).toBe('other'))

test.each([
  'No text',
  'Coffee may protect against cancer, W.H.O. concludes',
  'Startup bank raised Ã‚Â£1m crowdfunding',
  'No text. No text. No text.',
  'no me in as',
  'Stripe or PayPal',
  '',
  '12345',
  '🎉🎉',
  'Datadog',
])('"%s" is too little to tell by', (text) => {
  expect(detectLanguage(text)).toBe('unknown')
  expect(nameLanguage(text)).toBeUndefined()
})
