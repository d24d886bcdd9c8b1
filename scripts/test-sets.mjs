import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './dependencies.mjs'

/**
 * The stories that `npm test` plays: the main job, from an account and from a link, how one comes to a company, and what
 * pages weigh. Every other is played by `npm run test:whole`.
 */
export const regularStories = ['framework-agreement', 'open-sign', 'page-budgets', 'register-company']

/**
 * Tests that start offices, databases or whole servers again and again, race, draw by the hundred, walk a model or a
 * matrix: only `npm run test:whole` runs them.
 */
export const heavyTests = [
  'apps/server/src/accounts/code-limits.test.ts',
  'apps/server/src/archive/complete-archive.test.ts',
  'apps/server/src/archive/large-timestamps.test.ts',
  'apps/server/src/commands/audit.test.ts',
  'apps/server/src/commands/backup.test.ts',
  'apps/server/src/commands/rotate-keys.test.ts',
  'apps/server/src/contracts/change-parties-race.test.ts',
  'apps/server/src/contracts/claim-race.test.ts',
  'apps/server/src/contracts/search-rows.test.ts',
  'apps/server/src/embedding/visits.test.ts',
  'apps/server/src/exports/exports.test.ts',
  'apps/server/src/files/locked-files.test.ts',
  'apps/server/src/files/recognize-areas.test.ts',
  'apps/server/src/integrations/assistant.test.ts',
  'apps/server/src/integrations/documented-examples.test.ts',
  'apps/server/src/open-server.test.ts',
  'apps/server/src/orders/pay-channels.test.ts',
  'apps/server/src/platform/audit/check-rows.test.ts',
  'apps/server/src/platform/audit/sequence-log.test.ts',
  'apps/server/src/platform/authority/suites.test.ts',
  'apps/server/src/platform/backup/seal-stream.test.ts',
  'apps/server/src/platform/blobs/file-blob-store.test.ts',
  'apps/server/src/platform/converter/confined-office.test.ts',
  'apps/server/src/platform/converter/libreoffice-converter.test.ts',
  'apps/server/src/platform/converter/remote-office.test.ts',
  'apps/server/src/platform/database/embedded-postgres.test.ts',
  'apps/server/src/platform/database/end-postgres.test.ts',
  'apps/server/src/platform/database/migrate.test.ts',
  'apps/server/src/platform/database/silence-watch.test.ts',
  'apps/server/src/platform/messages/sms-budget.test.ts',
  'apps/server/src/platform/spreadsheet/read-workbook.test.ts',
  'apps/server/src/repeats.test.ts',
  'apps/server/src/seals/seal-watch.test.ts',
  'apps/server/src/signing/double-will.test.ts',
  'apps/server/src/spaces/authentication-model.test.ts',
  'apps/server/src/spaces/company-model.test.ts',
  'bench/fault.test.ts',
  'bench/list.test.ts',
  'bench/openapi.test.ts',
  'bench/send.test.ts',
  'bench/server-life.test.ts',
  'bench/sign-several.test.ts',
  'e2e/support/server.test.ts',
  'packages/attacks/src/eye/eye-attacks.test.ts',
  'packages/attacks/src/foreign-attacks.test.ts',
  'packages/attacks/src/judges-matrix.test.ts',
  'packages/attacks/src/property/property.test.ts',
  'packages/attacks/src/seals/seals.test.ts',
  'packages/evidence/src/export/read-archive.test.ts',
  'packages/intake/src/active-content.test.ts',
  'packages/intake/src/intake-pool.test.ts',
  'packages/intake/src/office/unlock-office.test.ts',
  'packages/pdf/src/compare/compare-files.test.ts',
  'packages/signing/src/append/foreign-judges.test.ts',
  'packages/signing/src/append/signature-room.test.ts',
  'packages/signing/src/proven-undrawn.test.ts',
  'packages/signing/src/seal-art/true-size.test.ts',
  'packages/verify/src/encrypted.test.ts',
  'packages/verify/src/visual/covering.test.ts',
  'packages/verify/src/visual/glyphs.test.ts',
  'packages/verify/src/visual/hiding.test.ts',
  'scripts/demo/story.test.ts',
  'scripts/one-piece.test.ts',
]

/** The files that `npm test` leaves to the whole set. */
export function leftToWhole() {
  const stories = readdirSync(join(root, 'e2e')).filter((name) => name.endsWith('.story.ts'))
  const others = stories.filter((name) => !regularStories.includes(name.replace('.story.ts', '')))
  return [...others.map((name) => `e2e/${name}`), ...heavyTests]
}
