import { appearance, docMdp } from '@moqi/form/testing/foreign-document'
import { edited } from './append-revision.ts'
import type { Attack, AttackClass } from './attack.ts'
import { foreign, type ForeignVictim, signFirst, signSecond } from './foreign-victim.ts'

/** The references of several levels in one signature, as source. */
function references(levels: number[]): string {
  const list = levels.map((level) => docMdp(level).slice('/Reference['.length, -1))
  return `/Reference[${list.join('')}]`
}

/** The next party fills in another amount. */
function fillIn({ on }: ForeignVictim, bytes: Buffer): Promise<Buffer> {
  return signSecond(on, bytes, [
    edited(bytes, foreign.amount, '/V(100)', '/V(900)'),
    { number: foreign.amountAppearance, body: appearance('900') },
  ])
}

/**
 * Made anew from the upload: a signature that certifies at two levels, of which the stricter forbids what comes next.
 */
async function attacks(victim: ForeignVictim): Promise<Attack[]> {
  const { on, upload, level } = victim
  const later = level === 'none' || level === 1 ? 2 : level
  const certified = async (levels: number[]) => fillIn(victim, await signFirst(on, upload, references(levels)))
  const twin = await certified([later])
  const result: Attack[] = []
  for (const levels of [
    [1, later],
    [later, 1],
    [later, 1, later],
  ]) {
    result.push({ name: `levels ${levels.join(', ')}`, forged: await certified(levels), twin })
  }
  return result
}

/** One signature with two references to DocMDP. */
export const twoCertifications: AttackClass<ForeignVictim> = {
  name: 'two certifications',
  families: ['changed', 'permission', 'malformed', 'structure'],
  attacks,
}
