import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { buildManifest, pageWeight } from './page-weight.ts'

const missing = !existsSync(buildManifest)
const unbuilt = missing ? ' (skipped: the web app is not built)' : ''
const application = ['home/index.html', 'home/application.tsx']

test.skipIf(missing).each([
  ['/temp-info', ['kit/frame/page-frame.tsx', 'home/contract-detail/temp-info-page.tsx']],
  ['/signing', ['home/signing/signing-page.tsx']],
  ['/open-sign', ['home/open-sign/open-sign-page.tsx']],
])(`what %s loads of scripts before the viewer is at most 120 KB${unbuilt}`, (_, page) => {
  const { script } = pageWeight([...application, ...page])
  expect(script).toBeLessThanOrEqual(120_000)
  // React alone is half of it: less would mean that nothing was counted.
  expect(script).toBeGreaterThan(60_000)
})

test.skipIf(missing)(`scripts and styles of the sign-in page are at most 80 KB${unbuilt}`, () => {
  const { script, style } = pageWeight(['home/login.html', 'home/login-document.tsx'])
  expect(script + style).toBeLessThanOrEqual(80_000)
  expect(style).toBeGreaterThan(1000)
})

test.skipIf(missing)(`a module that begins no file is told, not weighed as nothing${unbuilt}`, () => {
  expect(() => pageWeight(['home/no-such-page.tsx'])).toThrow('no-such-page')
})
