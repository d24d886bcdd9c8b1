import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './scripts/longest-first.ts'

// For the workers, their threads and the servers that tests start: what one has compiled the others read.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, 'node_modules/.cache/compile')

/** What is polled is whether, not how soon: as patient as the browser's own waiting. */
const patient = { poll: { timeout: 30_000 } }

export default defineConfig({
  test: {
    // Loading the server costs more than most files' tests, and a page or a verifier much too: a worker does it once.
    isolate: false,
    sequence: { sequencer: LongestFirst },
    // A worker waits a third of its time, for a database, a thread or a browser: three keep two cores busy. All
    // projects have as many: only then do they follow each other without a gap.
    maxWorkers: 3,
    projects: [
      {
        test: {
          name: 'packages',
          include: ['packages/*/src/**/*.test.ts', 'apps/companion/src/**/*.test.ts'],
          testTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'server',
          include: ['apps/server/src/**/*.test.ts'],
          globalSetup: 'apps/server/src/testing/cluster.ts',
          testTimeout: 300_000,
          hookTimeout: 300_000,
          expect: patient,
        },
      },
      {
        test: {
          name: 'web',
          include: ['apps/web/*.test.ts', 'apps/web/english/*.test.ts', 'apps/{web,vue}/src/**/*.test.ts'],
        },
      },
      {
        test: {
          name: 'scripts',
          include: ['scripts/**/*.test.ts', 'e2e/support/**/*.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          expect: patient,
        },
      },
      {
        test: {
          name: 'bench',
          include: ['bench/**/*.test.ts'],
          testTimeout: 300_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['e2e/*.story.ts'],
          globalSetup: ['e2e/support/built-web-app.mjs', 'apps/server/src/testing/cluster.ts'],
          testTimeout: 300_000,
          hookTimeout: 300_000,
          expect: patient,
        },
      },
    ],
  },
})
