import { expect, it, vi } from 'vitest'
import type { PageStyles } from './missing-styles.ts'
import { sharedLoad } from './shared-load.ts'

it('loads once for all who ask while it is under way and after', async () => {
  const load = vi.fn<() => Promise<string>>().mockResolvedValue('page')
  const shared = sharedLoad(load)
  expect(await Promise.all([shared(), shared()])).toEqual(['page', 'page'])
  expect(await shared()).toBe('page')
  expect(load).toHaveBeenCalledTimes(1)
})

it('begins anew what failed', async () => {
  const load = vi.fn<() => Promise<string>>().mockRejectedValueOnce(new Error('no network')).mockResolvedValue('page')
  const shared = sharedLoad(load)
  await expect(shared()).rejects.toThrow('no network')
  expect(await shared()).toBe('page')
})

it('asks for its own stylesheets that failed before it begins anew, so that no page comes without its style', async () => {
  const noStyle = new Error('Unable to preload CSS for /home/assets/x.css')
  const load = vi.fn<() => Promise<string>>().mockRejectedValueOnce(noStyle).mockResolvedValue('page')
  const fetchAgain = vi.fn<PageStyles['fetchAgain']>().mockRejectedValueOnce(noStyle).mockResolvedValue()
  const shared = sharedLoad(load, { watch: (begin) => ({ begun: begin(), hrefs: ['/home/assets/x.css'] }), fetchAgain })
  await expect(shared()).rejects.toThrow('CSS')
  await expect(shared()).rejects.toThrow('CSS')
  expect(await shared()).toBe('page')
  expect([load.mock.calls.length, fetchAgain.mock.calls]).toEqual([
    2,
    [[['/home/assets/x.css']], [['/home/assets/x.css']]],
  ])
})
