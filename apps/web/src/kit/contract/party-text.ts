/**
 * People and the companies they act for in two lines: a person over the company; of several parties the first, then how
 * many there are. A person alone has no second line.
 */
export function partyLines(text: string): { first: string; rest: string } {
  const parties = text.split('、').filter(Boolean)
  const [first = '—'] = parties
  if (parties.length > 1) return { first, rest: `等${parties.length}方` }
  const [person = first, ...company] = first.split('/')
  return { first: person, rest: company.join('/') }
}

/** A person and the company in one line, as sentences and cards have them, a wide space between them. */
export const inOneLine = (text: string): string => text.replaceAll('/', '\u3000')
