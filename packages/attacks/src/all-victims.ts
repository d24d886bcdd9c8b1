import { sample } from '@moqi/signing/testing/signing-scene'
import type { Scene } from '@moqi/trust/testing/authority-scene'
import { type ForeignVictim, makeForeignVictim } from './foreign-victim.ts'
import { makeVictim, preparedUpload, type Victim } from './victims.ts'

/**
 * Every contract that attacks are tried on: ours, some of which the forger prepared, and those of others at every
 * level.
 */
export interface AllVictims {
  own: { victim: Victim; isPrepared: boolean }[]
  foreign: ForeignVictim[]
}

/** Has the parties of a scene sign all of them. */
export async function allVictims(on: Scene): Promise<AllVictims> {
  const own: AllVictims['own'] = []
  for (const xref of ['table', 'stream'] as const) {
    own.push({ victim: await makeVictim(`prepared, xref ${xref}`, preparedUpload(xref), { on }), isPrepared: true })
  }
  const archived = await makeVictim('prepared, archived', preparedUpload('table'), { on, isArchived: true })
  own.push({ victim: archived, isPrepared: true })
  for (const name of ['保密协议', '采购框架协议']) {
    own.push({ victim: await makeVictim(name, sample(name), { on }), isPrepared: false })
  }
  const foreign: ForeignVictim[] = []
  for (const level of ['none', 1, 2, 3] as const) foreign.push(await makeForeignVictim(level, on))
  return { own, foreign }
}
