import { beforeSigningIn } from './before-signing-in.ts'
import { cart } from './cart.ts'
import { company } from './company.ts'
import { contracts } from './contracts.ts'
import { ownSeals } from './own-seals.ts'
import { inTurn, type PageState, press, reads } from './page-state.ts'
import { party } from './party.ts'
import { wizard } from './wizard.ts'

const besides: PageState[] = [
  { name: 'person-auth', route: '/personal-auth-ok', who: 'jing', go: '/personal-auth-ok' },
  { name: 'person-change', route: '/personal-auth-info', who: 'jing', go: '/personal-auth-info?way=change' },
  { name: 'person-auth-form', route: '/personal-auth-info', who: 'unnamed', go: '/personal-auth-info' },
  {
    name: 'person-review-form',
    route: '/personal-auth-info',
    who: 'unnamed',
    go: '/personal-auth-info?way=review',
    act: inTurn(press('提交审核'), reads('请输入证件号码')),
  },
  { name: 'company-auth', route: '/company-auth-info', who: 'jing', go: '/company-auth-info' },
  { name: 'company-auth-form', route: '/company-auth-info', who: 'clerk', go: '/company-auth-info' },
  { name: 'perfect-info', route: '/perfect-info', who: 'jing', go: '/perfect-info' },
  { name: 'platform-log', route: '/space/platform-log', who: 'jing', go: '/space/platform-log' },
  { name: 'space-entry', route: '/user/space-entry', who: 'jing', go: '/user/space-entry' },
  { name: 'bind-email', route: '/bind-email', who: 'jing', go: '/bind-email' },
  { name: 'loading', route: '/loading', who: 'jing', go: '/loading?redirect=%2F' },
  { name: 'forbidden', route: '/401', who: 'jing', go: '/401' },
  { name: 'unknown', route: '*', who: 'jing', go: '/no-such-page' },
]

/** What hangs below the head of every page. */
const head: PageState[] = [
  {
    name: 'messages-pop',
    route: '/',
    who: 'jing',
    go: '/',
    act: press(/^消息/),
    within: '.pop-panel',
    judged: '.pop-panel',
  },
  { name: 'service-pop', route: '/', who: 'jing', go: '/', act: press('客服'), within: '.pop-panel' },
  { name: 'user-pop', route: '/', who: 'jing', go: '/', act: press(/^账号/), within: '.pop-panel' },
  { name: 'sign-out', route: '/', who: 'jing', go: '/', act: inTurn(press(/^账号/), press('退出登录'), reads('退出')) },
]

/** Every page of the application in its states, in shares that a story each looks at; a new route is owed one. */
export const stateShares = {
  contracts,
  launching: [...beforeSigningIn, ...wizard, ...party],
  account: [...company, ...ownSeals, ...cart, ...besides, ...head],
} as const satisfies Record<string, readonly PageState[]>

/** All of them. */
export const pageStates: readonly PageState[] = Object.values(stateShares).flat()
