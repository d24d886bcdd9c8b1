import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findBreaches } from './walls/find-breaches.ts'
import { readWorkspaces } from './walls/workspaces.ts'

/** `npm run check:walls`: prints every breach of the rules that no other tool checks, and fails when there is one. */
const root = join(import.meta.dirname, '..')
const paths = globSync(['{apps,packages,scripts,bench,e2e}/**/*.{ts,tsx}', 'apps/web/src/**/*.css', '*.ts'], {
  cwd: root,
  exclude: (name) => /(?:^|\/)(?:node_modules|dist)$|\.d\.ts$/.test(name),
})
const files = new Map(paths.toSorted().map((path) => [path, readFileSync(join(root, path), 'utf8')]))

const breaches = findBreaches(files, readWorkspaces())
for (const { file, line, rule, text } of breaches) console.log(`${file}:${line} ${rule} ${text}`)
console.log(`${files.size} files, ${breaches.length} breaches`)
process.exit(breaches.length === 0 ? 0 : 1)
