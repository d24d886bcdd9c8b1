import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { judge } from './support/judge.ts'
import { chen, jing, wang } from './support/people.ts'
import { stage } from './support/stage.ts'
import { sendContract } from './support/send-contract.ts'
import { openAs } from './support/session.ts'
import { confirmByCode, invitation, openOwnTurn, readyToSign, signCodes } from './support/sign.ts'

/** Three parties in no order, who press the button at the same moment. */

const people = [jing, wang, chen]
const scene = stage()

test('parties who sign at the same time each sign once', async () => {
  const windows = await Promise.all(people.map(() => scene.browser.desktop(scene.server.url)))
  const launcher = windows[0]?.page
  if (!launcher) throw new Error('no window')
  await sendContract(scene.server, {
    file: '保密协议.pdf',
    others: [wang, chen],
    ownSideSigns: true,
    parallel: true,
    page: 1,
    placings: [
      { person: jing, kind: '企业印章', x: 0.2, y: 0.3 },
      { person: wang, kind: '个人签名', x: 0.5, y: 0.3 },
      { person: chen, kind: '企业印章', x: 0.8, y: 0.3 },
    ],
  })
  const counts: number[] = []
  for (const [index, person] of people.entries()) {
    const page = windows[index]?.page
    if (!page) throw new Error('no window')
    if (person === jing) {
      await openAs(page, jing)
      await openOwnTurn(page)
    } else await openAs(page, person, { path: await invitation(scene.server, person.phone) })
    counts.push(await signCodes(scene.server, person.phone))
    await readyToSign(page)
  }
  await Promise.all(
    people.map((person, index) => {
      const page = windows[index]?.page
      return page && confirmByCode(page, scene.server, person, counts[index] ?? 0)
    }),
  )
  await launcher.goto('/home/space/contract-list?status=finish')
  const download = launcher.waitForEvent('download')
  await launcher.getByRole('button', { name: /^下载/ }).first().click()
  const file = readFileSync(await (await download).path())
  expect(judge(file, scene.server.rootFile)).toEqual({ signatures: 4, timestamps: 4, faults: [] })
  expect(windows.flatMap(({ faults }) => faults)).toEqual([])
})
