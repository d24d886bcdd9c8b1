import type { Page } from 'playwright-core'

/** The address of the code that a desk shows next, after `press`: a phone reads it from the picture. */
export async function faceCodeShown(desk: Page, press: () => Promise<void>): Promise<string> {
  const links: string[] = []
  await desk.route('**/face/startFace', async (route) => {
    const response = await route.fetch()
    links.push((await response.json()).data.faceLink)
    await route.fulfill({ response })
  })
  const answered = desk.waitForResponse('**/face/startFace')
  await press()
  await (await answered).finished()
  await desk.getByRole('img', { name: '人脸识别二维码' }).waitFor()
  await desk.unroute('**/face/startFace')
  // More than one would mean that what is shown has ended already.
  if (links.length !== 1) throw new Error(`the desk asked for ${links.length} codes`)
  const { pathname, search } = new URL(links[0] ?? '')
  return pathname + search
}

/** Agrees on the phone, and plays the camera's step of the demonstration. */
export async function showFace(phone: Page): Promise<void> {
  await phone.getByRole('checkbox', { name: /^我同意本次处理我的人脸信息/ }).check()
  await phone.getByRole('button', { name: '开始模拟刷脸' }).click()
  await phone.getByRole('button', { name: '模拟刷脸完成' }).click()
}
