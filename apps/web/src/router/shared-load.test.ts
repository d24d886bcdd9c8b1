import { expect, it, vi } from 'vitest'
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

it('stays with a stylesheet that failed, which would not be asked for again', async () => {
  const load = vi
    .fn<() => Promise<string>>()
    .mockRejectedValueOnce(new Error('Unable to preload CSS for /home/assets/x.css'))
    .mockResolvedValue('unstyled')
  const shared = sharedLoad(load)
  await expect(shared()).rejects.toThrow('CSS')
  await expect(shared()).rejects.toThrow('CSS')
})
