import { expect, it } from 'vitest'
import { chainFinder, resolvePlace, type Route } from './route.ts'

const routes: Route[] = [
  { handle: { title: '框' }, children: [{ path: '/', handle: { title: '首页' } }, { path: '/temp-info' }] },
  { path: '*', handle: { title: '页面不存在' } },
]
const titles = (path: string) => chainFinder(routes)(path).map(({ handle, path: own }) => handle?.title ?? own)

it('finds a page with the frames around it, whatever its capitals and the slash at its end', () => {
  expect(titles('/')).toEqual(['框', '首页'])
  expect(titles('/temp-info')).toEqual(['框', '/temp-info'])
  expect(titles('/Temp-Info/')).toEqual(['框', '/temp-info'])
})

it.each(['/temp-infos', '/temp-info/x', '/space'])('finds for %s what no other page takes', (path) => {
  expect(titles(path)).toEqual(['页面不存在'])
})

const from = { pathname: '/space/contract-list', search: '?status=all' }

it.each([
  ['/temp-info?signId=a#log', { pathname: '/temp-info', search: '?signId=a', hash: '#log' }],
  ['?status=draft', { pathname: '/space/contract-list', search: '?status=draft', hash: '' }],
  ['//evil.example/a', { pathname: '/evil.example/a', search: '', hash: '' }],
  ['https://evil.example/a', { pathname: '/a', search: '', hash: '' }],
])('%s leads to a place of our own', (to, place) => {
  expect(resolvePlace(to, from)).toEqual(place)
})
