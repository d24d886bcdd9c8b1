import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { transformSync } from 'rolldown/utils'
import { readAnswers, readCatalogue } from './catalogue.ts'
import { translateDocument } from './translate-document.ts'
import { translateScript } from './translate-script.ts'

/**
 * The web app in one language: below which folder of the build its documents and scripts lie, and what becomes of each.
 * Styles, drawings and workers are the same in all.
 */
export type Edition = {
  documents: string
  scripts: string
  document: (html: string) => string
  /** A script of the build; `words` for one that lies elsewhere. */
  script: (code: string) => string
  words: (code: string) => string
  /** Scripts of its own by their names. */
  own: ReadonlyMap<string, string>
}

/** As it is written. */
export const chineseEdition: Edition = {
  documents: '',
  scripts: 'assets/',
  document: (html) => html,
  script: (code) => code,
  words: (code) => code,
  own: new Map(),
}

/** A script's name among those of the build, in quotes of whichever kind; a worker's ends otherwise. */
const scriptName = /(["'`/])assets\/([\w.~-]+\.js)(?=["'`])/g

/**
 * In English, made out of the Chinese by the catalogue. Scripts lie in a folder named after the catalogue, as browsers
 * keep for good what they have read; what they import is found beside them. `missing` hears of each text that stays
 * Chinese because the catalogue lacks it.
 */
export function englishEdition(missing: (chinese: string) => void): Edition {
  const catalogue = readCatalogue()
  const answers = answersScript()
  const name = createHash('sha256')
    .update(JSON.stringify([...catalogue]) + answers)
    .digest('hex')
    .slice(0, 8)
  const scripts = `assets/en-${name}/`
  const placed = (code: string) =>
    code.replace(scriptName, (_, before: string, file: string) => before + scripts + file)
  const words = (code: string) => translateScript(code, catalogue, missing)
  // It runs before the scripts that ask the server anything.
  const first = `<script type="module" crossorigin src="/home/${scripts}${answersName}"></script>`
  return {
    documents: 'en/',
    scripts,
    document: (html) =>
      placed(translateDocument(html, catalogue, missing)).replace('<script type="module"', `${first}\n    $&`),
    script: (code) => placed(words(code)),
    words,
    own: new Map([[answersName, answers]]),
  }
}

const answersName = 'answers.js'

/** What puts the server's words into English in the browser, with its words. */
function answersScript(): string {
  const file = join(import.meta.dirname, 'answers.ts')
  const { code } = transformSync(file, readFileSync(file, 'utf8'), {})
  const english = Object.fromEntries([...readAnswers()].filter(([, text]) => text !== null))
  return `${code}\nglobalThis.inLanguage = inEnglish(${JSON.stringify(english)})\n`
}
