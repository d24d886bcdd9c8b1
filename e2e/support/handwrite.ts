import type { Page } from 'playwright-core'

/** The address of the code that a desk shows next, after `press`: a phone reads it from the picture. */
export async function codeShown(desk: Page, press: () => Promise<void>): Promise<string> {
  const links: string[] = []
  await desk.route('**/seal/handwriteLink', async (route) => {
    const response = await route.fetch()
    links.push((await response.json()).data.handwriteLink)
    await route.fulfill({ response })
  })
  await press()
  await desk.getByRole('img', { name: '手写签名二维码' }).waitFor()
  await desk.unroute('**/seal/handwriteLink')
  // More than one would mean that what is shown has ended already.
  if (links.length !== 1) throw new Error(`the desk asked for ${links.length} codes`)
  const { pathname, search } = new URL(links[0] ?? '')
  return pathname + search
}

/** Draws so many strokes, one below the other, in the field that is on the page. */
export async function drawStrokes(page: Page, count = 4): Promise<void> {
  const box = await page.getByRole('img', { name: /^(?:书写区域|已写\d+笔)$/ }).boundingBox()
  if (!box) throw new Error('no field to write in is on the page')
  const { x, y, width, height } = box
  for (let stroke = 0; stroke < count; stroke++) {
    const top = y + height * (0.3 + (0.4 * stroke) / count)
    await page.mouse.move(x + width * 0.3, top)
    await page.mouse.down()
    await page.mouse.move(x + width * 0.7, top + height * 0.06, { steps: 6 })
    await page.mouse.up()
  }
}
