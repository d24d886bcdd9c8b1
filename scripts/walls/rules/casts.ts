import { Visitor } from 'oxc-parser'
import { isSource } from '../file-kind.ts'
import type { Finding } from '../finding.ts'
import type { Source } from '../source.ts'

/** Where a cast says what no type can: each file with its reason. */
const explained: Readonly<Record<string, string>> = {
  'apps/server/src/http/mount.ts':
    'one function serves every call: what the table types for each has one type for all here',
  'apps/server/src/platform/jobs/jobs.ts':
    'a job is looked up by its name, and its payload was typed when it was queued',
  'apps/server/src/platform/database/compiled-once.ts': 'a proxy stands for values that are not there yet',
  'apps/server/src/platform/database/statement-sender.ts': 'the query builder types the rows of what it compiled',
  'apps/server/src/cores/signer/sign-files.ts':
    'a slot is JSON that this server wrote itself, in a join that loses its type',
  'packages/api/src/call.ts': 'Object.fromEntries keeps no keys',
  'packages/signing/src/hashes/running-hash.ts': 'a function for each word takes 60 % longer',
  'packages/signing/src/hashes/sm3-compression.ts': 'as running-hash.ts',
  'apps/web/src/client/call.ts': 'the server has parsed its answer with the call table',
  'apps/web/src/client/public-client.ts': 'as client/call.ts, before signing in',
  'apps/web/src/client/upload.ts': 'as client/call.ts, for files',
}

/** `x as T`, `<T>x` and `x!`: what the compiler is told instead of shown. `as const` widens nothing and is none. */
export function findCasts({ path, program, text, lineAt }: Source): Finding[] {
  if (!isSource(path) || path in explained) return []
  const found: Finding[] = []
  const add = (what: string, offset: number) =>
    found.push({ file: path, line: lineAt(offset), rule: 'cast', text: `${what}: parse it, or narrow it` })
  new Visitor({
    TSAsExpression({ typeAnnotation: { start, end } }) {
      const type = text.slice(start, end)
      if (type !== 'const') add(`as ${type.replaceAll(/\s+/g, ' ').slice(0, 40)}`, start)
    },
    TSTypeAssertion: ({ start }) => add('<T>x', start),
    TSNonNullExpression: ({ end }) => add('!', end),
  }).visit(program)
  return found
}
