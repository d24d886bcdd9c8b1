import { appendIncrement, type WrittenObject } from '@moqi/pdf/testing/increment'
import { edited } from './append-revision.ts'
import type { Attack, AttackClass } from './attack.ts'
import { covered, foreign, type ForeignVictim, leftAlone } from './foreign-victim.ts'

/** Under the next party's signature, and under nobody's. */
async function bothWays(victim: ForeignVictim, list: [string, WrittenObject[]][]): Promise<Attack[]> {
  const result: Attack[] = []
  for (const [name, objects] of list) {
    const forged = appendIncrement(victim.bytes, objects)
    result.push(await covered(victim, `${name}, signed`, objects), {
      name: `${name}, unsigned`,
      forged,
      twin: await leftAlone(victim, objects),
    })
  }
  return result
}

const flags: [string, number][] = [
  ['hidden', 2],
  ['hidden, for printing too', 6],
  ['not on the screen', 36],
  ['not on paper', 0],
]

function hiddenByFlags(victim: ForeignVictim): Promise<Attack[]> {
  const direct = (flag: string) => edited(victim.bytes, foreign.amount, `/F ${foreign.amountFlags} 0 R`, flag)
  return bothWays(victim, [
    ...flags.map(([name, flag]): [string, WrittenObject[]] => [
      `${name}, by a number elsewhere`,
      [{ number: foreign.amountFlags, body: String(flag) }],
    ]),
    ...flags.map(([name, flag]): [string, WrittenObject[]] => [`${name}, in the field`, [direct(`/F ${flag}`)]]),
    ['without flags', [direct('')]],
  ])
}

/** A filled-in field that is shown no more: hidden by its flags. */
export const hiddenField: AttackClass<ForeignVictim> = {
  name: 'hidden field',
  families: ['changed', 'permission'],
  attacks: hiddenByFlags,
}

function withoutAppearance(victim: ForeignVictim): Promise<Attack[]> {
  const appearance = foreign.amountAppearance
  const shows = (other: string) => edited(victim.bytes, foreign.amount, `/AP<</N ${appearance} 0 R>>`, other)
  return bothWays(victim, [
    ['no appearances', [shows('')]],
    ['an empty list of appearances', [shows('/AP<<>>')]],
    ['an appearance only when pressed', [shows(`/AP<</D ${appearance} 0 R>>`)]],
    ['no appearance at rest', [shows('/AP<</N null>>')]],
    ['an appearance that is nothing', [{ number: appearance, body: 'null' }]],
    [
      'an appearance that is empty',
      [{ number: appearance, body: '<</Type/XObject/Subtype/Form/BBox[0 0 90 20]/Length 0>>\nstream\n\nendstream' }],
    ],
  ])
}

/** A filled-in field that is shown no more: its value stays, its appearance goes. */
export const removedAppearance: AttackClass<ForeignVictim> = {
  name: 'removed appearance',
  families: ['changed', 'permission'],
  attacks: withoutAppearance,
}
