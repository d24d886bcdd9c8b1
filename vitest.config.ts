import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    projects: [
      { test: { name: 'packages', include: ['packages/*/src/**/*.test.ts'], testTimeout: 30_000 } },
      {
        test: {
          name: 'server',
          include: ['apps/server/src/**/*.test.ts'],
          globalSetup: 'apps/server/src/testing/cluster.ts',
          // Loading the server costs more than most files' tests: a worker does it once.
          isolate: false,
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      { test: { name: 'web', include: ['apps/web/src/**/*.test.ts'] } },
      {
        test: {
          name: 'scripts',
          include: ['scripts/**/*.test.ts', 'e2e/support/**/*.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'bench',
          include: ['bench/**/*.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['e2e/*.story.ts'],
          testTimeout: 180_000,
          hookTimeout: 180_000,
          // As patient as the browser's own waiting: what is polled is whether, not how soon.
          expect: { poll: { timeout: 30_000 } },
          // Each story file has a server and a browser of its own; more than two at a time starve one another.
          maxWorkers: 2,
        },
      },
    ],
  },
})
