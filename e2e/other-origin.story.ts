import { expect, test } from 'vitest'
import { jing, wang } from './support/people.ts'
import { launchContract } from './support/launch.ts'
import { signInByAccount } from './support/sign-in.ts'
import { stage } from './support/stage.ts'

// To a browser the same server under another name is another origin.
const other = (port: number) => `http://localhost:${port}`
const scene = stage((port) => ({ MOQI_API_URL: other(port), MOQI_STATIC_URL: `${other(port)}/home` }))

test('with the API and static files at another origin one signs in, hears of changes, uploads, reads and sends (E14, K12)', async () => {
  const { page, faults, close, streams } = await scene.browser.desktop(scene.server.url)
  const api = other(Number(new URL(scene.server.url).port))
  const called = new Set<string>()
  page.on('request', (request) => {
    const { origin, pathname } = new URL(request.url())
    if (!pathname.startsWith('/home/') || pathname.startsWith('/home/pdf/')) called.add(origin)
  })
  await page.goto('/home/login')
  await signInByAccount(page, jing)
  await page.getByRole('heading', { name: '近期合同' }).waitFor()
  await expect.poll(streams).toBe(1)
  await launchContract(page, {
    file: '保密协议.pdf',
    others: [wang],
    ownSideSigns: false,
    page: 1,
    placings: [{ person: wang, kind: '个人签名', x: 0.5, y: 0.3 }],
  })
  expect([...called]).toEqual([api])
  expect(faults).toEqual([])
  await close()
})
