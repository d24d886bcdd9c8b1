import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { transformSync } from 'rolldown/utils'
import { findTexts, isChinese } from './find-texts.ts'

const root = join(import.meta.dirname, '..', '..', '..')
const sources = ['apps/server/src/**/*.ts', 'packages/domain/src/**/*.ts', 'packages/api/src/refusal*.ts']

/** What no browser is answered: tests, commands, and what is printed, typeset, mailed or read by Chinese alone. */
const elsewhere =
  /test\.ts$|testing\/|\/demo\/|\/commands\/|migrations|\/help\/articles|agreements|\/evidence\/|http\/(?:scim|reference)|platform\/(?:audit|backup|authority|converter)|sign-block|yuan-words|sms-text|export-filing|contact-template|member-template|void-agreement|grant-letter|company-letter|printed/

/** The Chinese texts that the server may word in an answer, with their slots, in the order of the Chinese. */
export function serverTexts(): readonly string[] {
  const files = sources.flatMap((pattern) => globSync(pattern, { cwd: root })).filter((file) => !elsewhere.test(file))
  const found = files.flatMap((file) => {
    const code = readFileSync(join(root, file), 'utf8')
    return isChinese(code) ? findTexts(transformSync(file, code, {}).code).map(({ key }) => key) : []
  })
  return [...new Set(found)].toSorted()
}
