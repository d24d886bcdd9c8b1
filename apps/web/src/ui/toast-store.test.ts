import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import {
  closeToast,
  closeWarnings,
  holdToast,
  releaseToast,
  success,
  useToasts,
  warn,
  warnWith,
} from './toast-store.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  for (const { key } of useToasts.getState().toasts) closeToast(key)
  vi.useRealTimers()
})

const texts = () => useToasts.getState().toasts.map(({ text }) => text)

it('a warning goes after eight seconds, unless somebody is at it', () => {
  warn('杭州云启科技有限公司还没有签署位置')
  vi.advanceTimersByTime(7999)
  expect(texts()).toHaveLength(1)
  const [toast] = useToasts.getState().toasts
  if (!toast) throw new Error('no warning')
  holdToast(toast.key)
  vi.advanceTimersByTime(60_000)
  expect(texts()).toHaveLength(1)
  releaseToast(toast)
  vi.advanceTimersByTime(8000)
  expect(texts()).toEqual([])
})

it('what is said next takes the place of a warning', () => {
  warn('李静还没有签署位置')
  warn('王小明还没有签署位置')
  expect(texts()).toEqual(['王小明还没有签署位置'])
  success('草稿已保存')
  expect(texts()).toEqual(['草稿已保存'])
})

it('a warning does not follow to another page, a success does', () => {
  success('已签署')
  warnWith('有3份发送失败，', { label: '查看原因', onPress: () => {} })
  vi.advanceTimersByTime(1000)
  expect(texts()).toHaveLength(2)
  closeWarnings()
  expect(texts()).toEqual(['已签署'])
})
