import { expect, it } from 'vitest'
import { fetchRoutes, knowRoutes, knowsRoute, routeOf } from './known-routes.ts'

it('fetches the rest of the table when the first call of it is made, again if that failed', async () => {
  const answers = [
    () => Promise.reject(new TypeError('Failed to fetch dynamically imported module')),
    () => Promise.resolve({ saveFlow: { path: '/api/common/v1/flow/*' } }),
  ]
  let asked = 0
  knowRoutes({ listTasks: { path: '/api/common/v1/task/list' } }, () => answers[asked++]?.() ?? Promise.reject())

  expect(knowsRoute('listTasks')).toBe(true)
  expect(knowsRoute('saveFlow')).toBe(false)
  expect(asked).toBe(0)
  expect(await fetchRoutes()).toBe(false)
  expect(() => routeOf('saveFlow')).toThrow('no route for saveFlow')
  expect(await fetchRoutes()).toBe(true)
  expect(routeOf('saveFlow')).toMatchObject({ path: '/api/common/v1/flow/saveFlow', method: 'POST' })
  expect(knowsRoute('saveFlow')).toBe(true)
})
