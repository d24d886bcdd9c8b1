import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import { shownCode } from '../../apps/server/src/testing/operator-scene.ts'
import type { StoryServer } from './story-server.ts'

async function enrolCode({ databaseUrl, dataDir }: StoryServer, name: string): Promise<string> {
  const env = { ...process.env, DATABASE_URL: databaseUrl, MOQI_DATA: dataDir }
  const command = ['scripts/run.mjs', 'apps/server/src/commands/operator.ts', 'add', name]
  const cwd = join(import.meta.dirname, '../..')
  const { stdout } = await promisify(execFile)(process.execPath, command, { env, cwd })
  return /：([A-Z0-9-]+)\s*$/.exec(stdout)?.[1] ?? ''
}

/**
 * Lets somebody into the operator's room, by a code of the command and an authenticator, whose secret it answers;
 * `look` is told each state of the way.
 */
export async function enterRoom(
  page: Page,
  server: StoryServer,
  { name, password }: { name: string; password: string },
  look: (state: string) => Promise<void> = async () => {},
): Promise<string> {
  const code = await enrolCode(server, name)
  await page.goto('/operator')
  await page.getByRole('link', { name: '有启用码？启用账号' }).click()
  await page.getByRole('textbox', { name: '账号' }).fill(name)
  await page.getByLabel('启用码').fill(code)
  await page.getByLabel('设置密码', { exact: true }).fill(password)
  await look('enrol')
  await page.getByRole('button', { name: '下一步' }).click()
  const secret = ((await page.locator('.room-secret code').textContent()) ?? '').replaceAll(' ', '')
  await look('authenticator')
  await page.getByLabel('验证器上的6位数字').fill(shownCode(secret, Date.now()))
  await page.getByRole('button', { name: '完成启用' }).click()
  const codes = page.getByRole('list', { name: '恢复码' }).getByRole('listitem')
  await codes.nth(9).waitFor()
  await look('codes')
  await page.getByRole('button', { name: '我已保存，进入运营室' }).click()
  return secret
}
