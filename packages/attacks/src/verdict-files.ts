import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { scene } from '@moqi/trust/testing/authority-scene'
import { type AllVictims, allVictims } from './all-victims.ts'
import { attackClasses, foreignAttackClasses } from './attack-classes.ts'
import { seedFiles } from './fuzz/seed-files.ts'

/**
 * How a file is judged: as one of ours, as anybody's, or as anybody's with pictures; seeds are changed at random too.
 */
const folders = ['own', 'any', 'drawn', 'seeds'] as const

/** A file to judge. */
export interface VerdictFile {
  folder: (typeof folders)[number]
  name: string
  bytes: Buffer
}

/** Files to judge, and the roots of all parties in them. */
export interface VerdictFiles {
  files: VerdictFile[]
  roots: Buffer[]
}

/**
 * Reads the files of a folder, which are made when it is empty: keys are drawn at random, so that two versions of the
 * code must be given the same bytes. `corpus` is a folder of more files to start from.
 */
export async function verdictFiles(folder: string, corpus: string | undefined): Promise<VerdictFiles> {
  if (!existsSync(join(folder, 'seeds'))) await makeFiles(folder, corpus)
  const roots = namesIn(folder).filter((name) => name.endsWith('.der'))
  return {
    roots: roots.map((name) => readFileSync(join(folder, name))),
    files: folders.flatMap((one) =>
      namesIn(join(folder, one)).map((name) => ({ folder: one, name, bytes: readFileSync(join(folder, one, name)) })),
    ),
  }
}

const namesIn = (path: string) => readdirSync(path).toSorted()

type Keep = (to: VerdictFile['folder'], name: string, bytes: Buffer) => void

async function makeFiles(folder: string, corpus: string | undefined): Promise<void> {
  for (const one of folders) mkdirSync(join(folder, one), { recursive: true })
  let count = 0
  const keep: Keep = (to, name, bytes) => {
    const file = `${String(count++).padStart(5, '0')} ${name.replaceAll(/[^\w]+/g, ' ')}.pdf`
    writeFileSync(join(folder, to, file), bytes)
  }
  const on = await scene()
  await keepAttacks(await allVictims(on), keep)
  const seeds = await seedFiles(corpus)
  for (const { name, bytes } of seeds.files) keep('seeds', name, bytes)
  const roots = [on.root.key.identity.certificate, ...seeds.options.trustedRoots]
  for (const [index, root] of roots.entries()) writeFileSync(join(folder, `root-${index}.der`), root)
}

/** Pictures are drawn where nothing else shows an attack, and of honest twins. */
async function keepAttacks({ own, foreign }: AllVictims, keep: Keep): Promise<void> {
  for (const attackClass of attackClasses) {
    const victims = own.filter(({ isPrepared }) => isPrepared || !attackClass.needsPreparation)
    for (const { victim } of victims) {
      for (const { name, forged, twin } of await attackClass.attacks(victim)) {
        keep('own', name, forged)
        keep('any', name, forged)
        keep('any', `${name} twin`, twin)
      }
    }
  }
  for (const attackClass of foreignAttackClasses) {
    for (const victim of foreign) {
      for (const { name, forged, twin } of await attackClass.attacks(victim)) {
        keep(attackClass.showsOnly ? 'drawn' : 'any', name, forged)
        keep('drawn', `${name} twin`, twin)
      }
    }
  }
}
