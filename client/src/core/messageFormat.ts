/** Parse messages with `{placeholders}` and plural forms as in ICU messages, `{cards, plural, one {# card} other {# cards}}`. */
export type Params = Readonly<Record<string, unknown>>

export const PLACEHOLDER = /\{(\w+)\}/g
const FORM = /(\w+) ?\{((?:[^{}]|\{\w+\})*)\}/g // one form of a plural, such as `one {# card}`
const PLURAL = new RegExp(`\\{(\\w+), plural,((?: ${FORM.source})+)\\}`, 'g')

/** Return a message after replacing each plural by the form for its number. In that form, `#` becomes the number's placeholder. */
export function choosePlurals(text: string, lang: string, params: Params): string {
  return text.replace(PLURAL, (_, name: string, forms: string) => {
    const texts = new Map([...forms.matchAll(FORM)].map(([, category, form]) => [category!, form!]))
    const number = params[name]
    const category = typeof number === 'number' ? new Intl.PluralRules(lang).select(number) : 'other'
    return (texts.get(category) ?? texts.get('other')!).replaceAll('#', `{${name}}`)
  })
}

/** Return the names of the parameters of a message. */
export function placeholders(text: string): string[] {
  const forms = text.replace(PLURAL, (_, name: string, forms: string) => `{${name}}` + [...forms.matchAll(FORM)].map(([, , form]) => form).join(''))
  return [...forms.matchAll(PLACEHOLDER)].map(([, name]) => name!)
}
