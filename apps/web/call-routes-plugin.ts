import type { Plugin } from 'vite'
import { table } from '@moqi/api/table'
import { type CallRoute, usualRoute } from './src/client/call-route.ts'

/** What the sign-in page asks for: all it has to know of the table. */
const signInCalls = new Set([
  'checkSms',
  'getCaptchaImage',
  'getSmsCode',
  'getUnlockCode',
  'getVerificationCode',
  'loginByAccount',
  'loginByVerificationCode',
  'loginForUserNameAndPhone',
  'loginByKey',
  'leaveAccount',
  'loginByRecoveryCode',
  'proveOwner',
  'resetPassword',
])

/** What the page behind the link of a message asks for before the application is there. */
const openSignCalls = new Set(['getTicketInfo', 'reportByTicket'])

/** What those ask for who run the platform: pages of spaces know nothing of it. */
const operatorCalls = new Set(
  Object.entries(table).flatMap(([call, { path }]) => (path.startsWith('/operator/') ? [call] : [])),
)

/** What an integration asks for, and the page that it opened: no other page does. */
const visitCalls = new Set(
  Object.entries(table).flatMap(([call, { path }]) => (path.startsWith('/api/common/v1/visit/') ? [call] : [])),
)

/** What a phone asks for that writes a signature. */
const handwriteCalls = new Set(['handWriteQrcodeScanned', 'submitHandwrite'])

/** What a phone asks for that compares a face. */
const faceCalls = new Set(['askFace', 'beginFace', 'faceScanned', 'playFace'])

/** What the pages ask for that people open first: what is missing here is asked for one round trip later. */
const firstCalls = new Set([
  'companyAuthAndSealCon',
  'currentBulletins',
  'eventStream',
  'finishReading',
  'getPerfectInfo',
  'getPreference',
  'getSignDetailInfo',
  'getStatusTotal',
  'getUnreadTotal',
  'getUserAccountInfo',
  'getUserSpaceInfo',
  'inspectTokenExpired',
  'listInvite',
  'listTasks',
  'logout',
  'recentTasks',
  'setTenantId',
  'signBeforeCheck',
  'signProcessPosition',
  'userSeals',
])

/** The call table's run-time facts without its schemas, so that zod stays out of the bundle. */
export function callRoutes(): Plugin {
  const routes = Object.fromEntries(
    Object.entries(table).map(([call, { method, path, success, kind, mutates, access }]) => [
      call,
      { path: withoutName(path, call), ...unusual({ method, success, kind, mutates, access }) },
    ]),
  )
  const only = (calls: ReadonlySet<string>) => written(Object.entries(routes).filter(([call]) => calls.has(call)))
  const ofSpaces = new Set(Object.keys(routes).filter((call) => !operatorCalls.has(call) && !visitCalls.has(call)))
  const modules = new Map([
    ['virtual:call-routes', `export const callRoutes = ${only(ofSpaces)}`],
    ['virtual:first-routes', `export const firstRoutes = ${only(firstCalls)}`],
    ['virtual:further-routes', `export const furtherRoutes = ${only(ofSpaces.difference(firstCalls))}`],
    ['virtual:operator-routes', `export const operatorRoutes = ${only(operatorCalls)}`],
    ['virtual:visit-routes', `export const visitRoutes = ${only(visitCalls)}`],
    ['virtual:sign-in-routes', `export const signInRoutes = ${only(signInCalls)}`],
    ['virtual:open-sign-routes', `export const openSignRoutes = ${only(openSignCalls)}`],
    ['virtual:handwrite-routes', `export const handwriteRoutes = ${only(handwriteCalls)}`],
    ['virtual:face-routes', `export const faceRoutes = ${only(faceCalls)}`],
  ])
  return {
    name: 'moqi:call-routes',
    resolveId: (id) => (modules.has(id) ? `\0${id}` : null),
    load: (id) => modules.get(id.slice(1)) ?? null,
  }
}

/** Source of the routes by name: what calls have in common is said once, since a first visit fetches all of them. */
function written(routes: readonly (readonly [call: string, route: object])[]): string {
  const named = Map.groupBy(routes, ([, route]) => JSON.stringify(route))
  const groups = [...named].flatMap(([route, calls]) => [route, `'${calls.map(([call]) => call).join(' ')}'`])
  return `Object.fromEntries([${groups.join()}].flatMap((calls,at,all)=>at%2?calls.split(' ').map(call=>[call,all[at-1]]):[]))`
}

const withoutName = (path: string, call: string) =>
  path.endsWith(`/${call}`) ? `${path.slice(0, -call.length)}*` : path

const unusual = (facts: Omit<CallRoute, 'path'>) =>
  Object.fromEntries(Object.entries(facts).filter(([fact, value]) => Reflect.get(usualRoute, fact) !== value))
