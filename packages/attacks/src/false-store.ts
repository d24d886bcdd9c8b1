import { appendIncrement, type WrittenObject } from '@moqi/pdf/testing/increment'
import { extended, streamBody } from './append-revision.ts'
import type { Attack, AttackClass } from './attack.ts'
import { foreign, type ForeignVictim } from './foreign-victim.ts'

const first = foreign.free

/** Stores that hold something else than their names say, beside one that holds the root's certificate. */
function attacks({ bytes, on }: ForeignVictim): Attack[] {
  const store = (entries: string, ...objects: WrittenObject[]) =>
    appendIncrement(bytes, [extended(bytes, foreign.catalog, `/DSS<<${entries}>>`), ...objects])
  const root = on.root.key.identity.certificate.toString('latin1')
  const twin = store(`/Certs[${first} 0 R]`, { number: first, body: streamBody(root) })
  const junk = (content: string) => [{ number: first, body: streamBody(content) }]
  const list: [string, string, WrittenObject[]][] = [
    ['a page as the list of certificates', `/Certs ${foreign.page} 0 R`, []],
    ['a page as a certificate', `/Certs[${foreign.page} 0 R]`, []],
    ['content of a page as a certificate', `/Certs[${foreign.content} 0 R]`, []],
    ['a dictionary as the list of certificates', `/Certs<</A ${first} 0 R>>`, junk(root)],
    [
      'a dictionary as a certificate',
      `/Certs[${first} 0 R]`,
      [{ number: first, body: `<</Shown ${foreign.page} 0 R>>` }],
    ],
    ['content that begins like a certificate', `/Certs[${first} 0 R]`, junk('0 g BT /F 18 Tf (Forged) Tj ET')],
    ['half a certificate', `/Certs[${first} 0 R]`, junk(root.slice(0, root.length / 2))],
    ['a certificate and more behind it', `/Certs[${first} 0 R]`, junk(`${root} 0 g BT (Forged) Tj ET`)],
    ['nothing as a certificate', `/Certs[${first} 0 R]`, junk('')],
    ['a certificate as a revocation list', `/CRLs[${first} 0 R]`, junk(root)],
    ['a certificate as a response', `/OCSPs[${first} 0 R]`, junk(root)],
    ['content as a revocation list', `/CRLs[${first} 0 R]`, junk('0 g BT (Forged) Tj ET')],
    ['a dictionary as a time', `/VRI<</AB<</TU<</Shown ${foreign.page} 0 R>>>>>>`, []],
  ]
  return list.map(([name, entries, objects]) => ({ name, forged: store(entries, ...objects), twin }))
}

/** What every level allows, long-term data, as a cover for other objects. */
export const falseStore: AttackClass<ForeignVictim> = {
  name: 'false store',
  families: ['changed', 'structure'],
  attacks,
}
