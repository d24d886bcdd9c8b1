import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './dependencies.mjs'

/**
 * The stories that `npm test` plays: the main job once from each side, and what nothing but a browser tells. Every
 * other is played by `npm run test:whole`.
 */
export const regularStories = [
  'approval-by-keyboard',
  'batch-signing',
  'console',
  'english-signing',
  'file-check',
  'framework-agreement',
  'legal-seal',
  'oa-example',
  'open-sign',
  'operator-reports',
  'page-budgets',
  'register-company',
  'signing-by-keyboard',
  'turned-phone',
  'void-contract',
]

/**
 * Tests that start offices, databases or whole servers again and again, or draw a matrix that a command has too: only
 * `npm run test:whole` runs them.
 */
export const heavyTests = [
  'apps/server/src/archive/large-timestamps.test.ts',
  'apps/server/src/commands/backup.test.ts',
  'apps/server/src/commands/rotate-keys.test.ts',
  'apps/server/src/files/locked-files.test.ts',
  'apps/server/src/platform/backup/seal-stream.test.ts',
  'apps/server/src/platform/converter/libreoffice-converter.test.ts',
  'apps/server/src/platform/converter/remote-office.test.ts',
  'apps/server/src/platform/database/embedded-postgres.test.ts',
  'apps/server/src/platform/database/end-postgres.test.ts',
  'bench/fault.test.ts',
  'bench/list.test.ts',
  'bench/send.test.ts',
  'bench/server-life.test.ts',
  'bench/sign-several.test.ts',
  'e2e/support/server.test.ts',
  'packages/attacks/src/seals/seals.test.ts',
]

/** The files that `npm test` leaves to the whole set. */
export function leftToWhole() {
  const stories = readdirSync(join(root, 'e2e')).filter((name) => name.endsWith('.story.ts'))
  const others = stories.filter((name) => !regularStories.includes(name.replace('.story.ts', '')))
  return [...others.map((name) => `e2e/${name}`), ...heavyTests]
}
