/** What was typed into a form's field; empty where the form has no such field of text. */
export function formText(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}
