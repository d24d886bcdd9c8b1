import { expect, test } from 'vitest'
import { jing } from './support/people.ts'
import { openAs } from './support/session.ts'
import { stage } from './support/stage.ts'

const scene = stage()

test('the board under /vue counts what the company has sent, and stays within its page when it is tampered with', async () => {
  const { server } = scene
  const { page, close } = await scene.browser.desktop(server.url)
  await openAs(page, jing)
  await page.goto('/home/vue')
  await page.getByRole('heading', { name: '数据看板' }).waitFor()
  await page.getByRole('table', { name: '每月份数' }).waitFor({ state: 'attached' })
  await page.getByRole('button', { name: '近30天' }).click()
  await page.getByRole('button', { name: '近30天', pressed: true }).waitFor()
  expect(await page.getByRole('banner').count()).toBe(1)

  // Whoever can change a file on the way changes what runs: the manifest's hash does not let it.
  await page.route('**/vue/assets/board-*.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: 'top.x = 1' }),
  )
  await page.reload()
  await page.getByRole('heading', { name: '数据看板打不开' }).waitFor()
  await page.getByText(/board-.*\.js　sha384 不符/).waitFor()
  expect(await page.evaluate('top.x')).toBeUndefined()
  await page.unroute('**/vue/assets/board-*.js')
  await page.getByRole('button', { name: '重试' }).click()
  await page.getByRole('heading', { name: '数据看板', exact: true }).waitFor()

  await page.route('**/vue/manifest.json', (route) => route.fulfill({ status: 404, body: '{}' }))
  await page.goto('/home/vue/anything')
  await page.getByRole('heading', { name: '未安装扩展应用' }).waitFor()
  await page.getByRole('link', { name: '返回首页' }).click()
  await page.getByRole('link', { name: '合同管理' }).first().waitFor()
  await close()
})

test('whoever is not signed in is sent to sign in, and comes back to the page of the extension (R7)', async () => {
  const { page, close } = await scene.browser.desktop(scene.server.url)
  await page.goto('/vue/board')
  await expect.poll(() => page.url()).toContain('/home/login?redirect=%2Fvue%2Fboard')
  await close()
})
