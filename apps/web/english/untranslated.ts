import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readAnswers, readCatalogue } from './catalogue.ts'
import { findTexts } from './find-texts.ts'
import { serverTexts } from './server-texts.ts'
import { translateDocument } from './translate-document.ts'

/**
 * The texts of a build that the catalogue lacks, and those of the catalogue that no build has any more, in the order of
 * the Chinese. `directory` is the build's.
 */
export function compareWithBuild(directory: string): { missing: string[]; unused: string[] } {
  const catalogue = readCatalogue()
  const used = new Set<string>()
  for (const file of globSync('assets/*.js', { cwd: directory }))
    for (const { key } of findTexts(readFileSync(join(directory, file), 'utf8'))) used.add(key)
  const documents = globSync('{home,console,operator}/**/*.html', { cwd: directory })
  for (const file of documents)
    translateDocument(readFileSync(join(directory, file), 'utf8'), new Map(), (chinese) => used.add(chinese))
  return {
    missing: [...used].filter((chinese) => !catalogue.has(chinese)).toSorted(),
    unused: [...catalogue.keys()].filter((chinese) => !used.has(chinese)).toSorted(),
  }
}

/** The same of what the server words. */
export function compareWithServer(): { missing: string[]; unused: string[] } {
  const texts = new Set(serverTexts())
  const answers = new Set(readAnswers().keys())
  return {
    missing: [...texts.difference(answers)].toSorted(),
    unused: [...answers.difference(texts)].toSorted(),
  }
}
