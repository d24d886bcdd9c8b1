import '../styles/pages.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { operatorRoutes } from 'virtual:operator-routes'
import { knowRoutes } from '../client/known-routes.ts'
import { operatorToken } from '../client/operator-session.ts'
import { queryClient } from '../client/query-client.ts'
import { FaultPage } from '../kit/refusals/fault-page.tsx'
import { leaveWith } from '../router/leave.ts'
import type { Place, Route } from '../router/route.ts'
import { type Elsewhere, makeRouter, type Router } from '../router/router.ts'
import { RouterView } from '../router/router-view.tsx'
import { Waiting } from '../ui/waiting.tsx'
import { AppealsPage } from './appeals/appeals-page.tsx'
import { ArticlePage } from './articles/article-page.tsx'
import { ArticlesPage } from './articles/articles-page.tsx'
import { BulletinsPage } from './bulletins/bulletins-page.tsx'
import { CataloguePage } from './catalogue/catalogue-page.tsx'
import { OfferPage } from './catalogue/offer-page.tsx'
import { CertificatePage } from './certificates/certificate-page.tsx'
import { CertificatesPage } from './certificates/certificates-page.tsx'
import { CompaniesPage } from './companies/companies-page.tsx'
import { GatewaysPage } from './gateways/gateways-page.tsx'
import { HealthPage } from './health/health-page.tsx'
import { JobsPage } from './jobs/jobs-page.tsx'
import { EnrolPage } from './enrolment/enrol-page.tsx'
import { InvoicesPage } from './invoices/invoices-page.tsx'
import { OrdersPage } from './orders/orders-page.tsx'
import { SoldOrderPage } from './orders/sold-order-page.tsx'
import { LendingPage } from './lending/lending-page.tsx'
import { PolicyPage } from './lending/policy-page.tsx'
import { RecordPage } from './record/record-page.tsx'
import { OperatorRoot } from './operator-root.tsx'
import { ReportsPage } from './reports/reports-page.tsx'
import { ReviewsPage } from './reviews/reviews-page.tsx'
import { SealsPage } from './seals/seals-page.tsx'
import { SignInPage } from './sign-in/sign-in-page.tsx'
import { TenantPage } from './tenants/tenant-page.tsx'
import { TenantsPage } from './tenants/tenants-page.tsx'
import { TransfersPage } from './transfers/transfers-page.tsx'

const base = '/operator/'

const routes: Route[] = [
  { path: '/', Component: TransfersPage, handle: { title: '对公转账' } },
  { path: '/reviews', Component: ReviewsPage, handle: { title: '实名审核' } },
  { path: '/companies', Component: CompaniesPage, handle: { title: '企业审核' } },
  { path: '/appeals', Component: AppealsPage, handle: { title: '管理员申诉' } },
  { path: '/reports', Component: ReportsPage, handle: { title: '举报' } },
  { path: '/lending', Component: LendingPage, handle: { title: '借贷风险' } },
  { path: '/lending/words', Component: PolicyPage, handle: { title: '借贷词语' } },
  { path: '/seals', Component: SealsPage, handle: { title: '印章审核' } },
  { path: '/invoices', Component: InvoicesPage, handle: { title: '发票' } },
  { path: '/orders', Component: OrdersPage, handle: { title: '订单' } },
  { path: '/orders/one', Component: SoldOrderPage, handle: { title: '订单' } },
  { path: '/catalogue', Component: CataloguePage, handle: { title: '套餐' } },
  { path: '/catalogue/one', Component: OfferPage, handle: { title: '套餐' } },
  { path: '/tenants', Component: TenantsPage, handle: { title: '企业与个人' } },
  { path: '/tenants/one', Component: TenantPage, handle: { title: '企业与个人' } },
  { path: '/certificates', Component: CertificatesPage, handle: { title: '证书' } },
  { path: '/certificates/one', Component: CertificatePage, handle: { title: '证书' } },
  { path: '/articles', Component: ArticlesPage, handle: { title: '帮助文章' } },
  { path: '/articles/edit', Component: ArticlePage, handle: { title: '编辑帮助文章' } },
  { path: '/bulletins', Component: BulletinsPage, handle: { title: '公告' } },
  { path: '/jobs', Component: JobsPage, handle: { title: '任务' } },
  { path: '/health', Component: HealthPage, handle: { title: '系统健康' } },
  { path: '/gateways', Component: GatewaysPage, handle: { title: '网关' } },
  { path: '/record', Component: RecordPage, handle: { title: '操作记录' } },
  { path: '/sign-in', Component: SignInPage, handle: { title: '登录' } },
  { path: '/enrol', Component: EnrolPage, handle: { title: '启用账号' } },
  { path: '*', Component: TransfersPage, handle: { title: '对公转账' } },
]

const open = new Set(['/sign-in', '/enrol'])

/** Behind the sign-in is everything but the ways in. */
function guard({ pathname }: Place): Elsewhere | null {
  const isIn = operatorToken() !== null
  if (!isIn && !open.has(pathname)) return { to: '/sign-in' }
  return isIn && pathname === '/sign-in' ? { to: '/' } : null
}

function makeOperatorRouter(): Router {
  if (`${location.pathname}/` === base) history.replaceState(null, '', base)
  const router = makeRouter({ base, routes, guard })
  leaveWith(base, (path) => void router.go(path))
  return router
}

/** Shows in `root` the room of those who run the platform. */
export function showOperatorRoom(root: HTMLElement) {
  knowRoutes(operatorRoutes)
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterView
          router={makeOperatorRouter()}
          waiting={<Waiting title="正在进入" />}
          Fault={FaultPage}
          Frame={OperatorRoot}
        />
      </QueryClientProvider>
    </StrictMode>,
  )
}
