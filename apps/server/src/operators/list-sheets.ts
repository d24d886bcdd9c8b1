import type { AppealReview } from '@moqi/api/appeal'
import type { ListedArticle } from '@moqi/api/article'
import type { Bulletin } from '@moqi/api/bulletin'
import type { CompanyReview } from '@moqi/api/company-review'
import type { FraudReport } from '@moqi/api/fraud-report'
import type { RegisteredCertificate } from '@moqi/api/operator-certificate'
import type { OperatorLine } from '@moqi/api/operator-export'
import type { DroppedJob, Job } from '@moqi/api/operator-job'
import type { PersonReview } from '@moqi/api/person-review'
import type { SealReview } from '@moqi/api/seal-review'
import type { Tenant } from '@moqi/api/tenant'
import { bulletinAudienceLabels, bulletinLevelLabels, bulletinStandings } from '@moqi/domain/bulletins/bulletin-rules'
import { reportLifecycle, reportStateLabels } from '@moqi/domain/contract/report-lifecycle'
import { articleConcerns } from '@moqi/domain/help/article-concerns'
import { companyKindNames } from '@moqi/domain/identity/company-paper'
import { keysOf } from '@moqi/domain/keys-of'
import { authBadges } from '@moqi/domain/labels/status-labels'
import { certificateKinds, certificateStates, serialText } from '@moqi/domain/operators/certificate'
import { jobStateLabels, jobStates } from '@moqi/domain/operators/job-states'
import type { OperatorList } from '@moqi/domain/operators/operator-lists'
import { purposeTable } from '@moqi/domain/seals/company-seal'
import { appealReasons } from '@moqi/domain/spaces/appeal-lifecycle'
import { type ListCalls, type ListSheet, moment, oneOf, sheet, withSearch } from './list-sheet.ts'
import { lendingSheets } from './lending-sheets.ts'
import { moneySheets } from './money-sheets.ts'
import { recordSheets } from './record-sheets.ts'

/** Every list with its sheet. */
export const listSheets = (calls: ListCalls): Readonly<Record<OperatorList, ListSheet>> => ({
  ...moneySheets(calls),
  ...recordSheets(calls),
  ...lendingSheets(calls),
  ...reviewSheets(calls),
  ...foundSheets(calls),
  ...wordSheets(calls),
  ...workSheets(calls),
})

const reviewSheets = (calls: ListCalls) => ({
  persons: sheet<PersonReview>(
    [
      ['姓名', 20, ({ realName }) => realName],
      ['手机号', 16, ({ phone }) => phone],
      ['提交时间', 20, ({ submitTime }) => moment(submitTime)],
    ],
    async (deps, operator, asked) => {
      const { reviewArray: rows, nextCursor } = await calls.listPersonReviews(deps, operator, withSearch(asked))
      return { rows, nextCursor }
    },
  ),
  companies: sheet<CompanyReview>(
    [
      ['单位名称', 36, ({ companyName }) => companyName],
      ['单位类型', 20, ({ kind }) => companyKindNames[kind]],
      ['法定代表人', 16, ({ legalName }) => legalName],
      ['办理人', 16, ({ operatorName }) => operatorName],
      ['手机号', 16, ({ phone }) => phone],
      ['提交时间', 20, ({ submitTime }) => moment(submitTime)],
    ],
    async (deps, operator, asked) => {
      const { reviewArray: rows, nextCursor } = await calls.listCompanyReviews(deps, operator, withSearch(asked))
      return { rows, nextCursor }
    },
  ),
  appeals: sheet<AppealReview>(
    [
      ['企业', 36, ({ companyName }) => companyName],
      ['理由', 16, ({ appealReason }) => appealReasons[appealReason]],
      ['申诉人', 16, ({ appellantName }) => appellantName],
      ['申诉人手机号', 16, ({ appellantPhone }) => appellantPhone],
      ['现管理员', 16, ({ adminName }) => adminName],
      ['提交时间', 20, ({ submitTime }) => moment(submitTime)],
      ['异议截止', 20, ({ objectUntil }) => moment(objectUntil)],
    ],
    async (deps, operator, asked) => {
      const appealState = oneOf(['open', 'objected'], asked.state)
      const wished = { ...withSearch(asked), ...(appealState && { appealState }) }
      const { appealArray: rows, nextCursor } = await calls.listAppeals(deps, operator, wished)
      return { rows, nextCursor }
    },
  ),
  seals: sheet<SealReview>(
    [
      ['所有者', 36, ({ ownerName }) => ownerName],
      ['印章名称', 24, ({ sealName }) => sealName],
      ['类型', 16, ({ sealPurpose }) => (sealPurpose === null ? '个人签名' : purposeTable[sealPurpose].label)],
      ['规格（毫米）', 14, ({ width, height }) => `${width}×${height}`],
      ['提交时间', 20, ({ submitTime }) => moment(submitTime)],
    ],
    async (deps, operator, asked) => {
      const { sealArray: rows, nextCursor } = await calls.listSealReviews(deps, operator, withSearch(asked))
      return { rows, nextCursor }
    },
  ),
})

const foundSheets = ({ findTenants, findCertificates, listFraudReports }: ListCalls) => ({
  tenants: sheet<Tenant>(
    [
      ['名称', 36, ({ spaceName }) => spaceName],
      ['类型', 10, ({ spaceType }) => (spaceType === 'company' ? '企业' : '个人')],
      ['统一社会信用代码', 22, ({ creditCode }) => creditCode ?? ''],
      ['认证', 14, ({ spaceStatus }) => authBadges[spaceStatus].label],
      ['创建时间', 20, ({ createTime }) => moment(createTime)],
      ['编号', 40, ({ tenantId }) => tenantId],
    ],
    async (deps, operator, asked) => {
      const { tenantArray: rows, nextCursor } = await findTenants(deps, operator, withSearch(asked))
      return { rows, nextCursor }
    },
  ),
  certificates: sheet<RegisteredCertificate>(
    [
      ['持有人', 36, ({ holder }) => holder],
      ['类型', 10, ({ certificateKind }) => certificateKinds[certificateKind]],
      ['空间', 36, ({ spaceName }) => spaceName],
      ['序列号', 44, ({ serialNumber }) => serialText(serialNumber)],
      ['签发方', 30, ({ issuer }) => issuer],
      ['生效时间', 20, ({ validFrom }) => moment(validFrom)],
      ['到期时间', 20, ({ validTo }) => moment(validTo)],
      ['状态', 10, (row) => certificateStates[row.certificateState]],
      ['吊销时间', 20, ({ revokeTime }) => moment(revokeTime)],
    ],
    async (deps, operator, asked) => {
      const certificateState = oneOf(keysOf(certificateStates), asked.state)
      const wished = { ...withSearch(asked), ...(certificateState && { certificateState }) }
      const { certificateArray: rows, nextCursor } = await findCertificates(deps, operator, wished)
      return { rows, nextCursor }
    },
  ),
  reports: sheet<FraudReport>(
    [
      ['举报编号', 22, ({ reportNo }) => reportNo],
      ['原因', 24, ({ reasonLabel }) => reasonLabel],
      ['说明', 50, ({ content }) => content],
      ['举报人', 20, ({ reporter }) => reporter],
      ['合同编号', 24, ({ taskNo }) => taskNo ?? ''],
      ['发起方', 36, ({ launcherName }) => launcherName],
      ['举报时间', 20, ({ reportTime }) => moment(reportTime)],
      ['应答复于', 20, ({ dueTime }) => moment(dueTime)],
      ['状态', 10, (row) => reportStateLabels[row.reportState]],
    ],
    async (deps, operator, asked) => {
      const reportState = oneOf(reportLifecycle.states, asked.state) ?? reportLifecycle.initial
      const { reportArray: rows, nextCursor } = await listFraudReports(deps, operator, {
        ...withSearch(asked),
        reportState,
      })
      return { rows, nextCursor }
    },
  ),
})

const standings = {
  shipped: '随产品附带',
  changed: '已改写',
  added: '自建',
  away: '已下线',
  unpublished: '未发布',
} as const

const wordSheets = ({ listArticles, listBulletins }: ListCalls) => ({
  articles: sheet<ListedArticle>(
    [
      ['编号', 24, ({ columnId }) => columnId],
      ['标题', 40, ({ title }) => title],
      ['状态', 14, ({ standing }) => standings[standing]],
      ['修改人', 16, ({ changedBy }) => changedBy ?? ''],
      ['修改时间', 20, ({ changeTime }) => moment(changeTime)],
      ['有帮助', 10, ({ helpful }) => String(helpful)],
      ['没有帮助', 10, ({ unhelpful }) => String(unhelpful)],
    ],
    async (deps, operator, asked) => {
      const concern = oneOf(articleConcerns, asked.state)
      const wished = { ...withSearch(asked), ...(concern && { concern }) }
      const { articleArray: rows } = await listArticles(deps, operator, wished)
      return { rows, nextCursor: null }
    },
  ),
  bulletins: sheet<Bulletin>(
    [
      ['内容', 60, ({ words }) => words],
      ['级别', 10, ({ level }) => bulletinLevelLabels[level]],
      ['对象', 10, ({ audience }) => bulletinAudienceLabels[audience]],
      ['开始', 20, ({ beginTime }) => moment(beginTime)],
      ['结束', 20, ({ endTime }) => moment(endTime)],
      ['发布时间', 20, ({ publishTime }) => moment(publishTime)],
      ['修改人', 16, ({ changedBy }) => changedBy],
      ['已关闭人数', 12, ({ dismissed }) => String(dismissed)],
    ],
    async (deps, operator, asked) => {
      const standing = oneOf(keysOf(bulletinStandings), asked.state)
      const wished = { ...withSearch(asked), ...(standing && { standing }) }
      const { bulletinArray: rows, nextCursor } = await listBulletins(deps, operator, wished)
      return { rows, nextCursor }
    },
  ),
})

const workSheets = ({ listJobs, listDroppedJobs, listOperatorLog }: ListCalls) => ({
  jobs: sheet<Job>(
    [
      ['任务', 30, ({ kindLabel }) => kindLabel],
      ['编号', 14, ({ jobId }) => jobId],
      ['状态', 12, (row) => jobStateLabels[row.jobState]],
      ['时间', 20, ({ time }) => moment(time)],
      ['次数', 10, ({ tries, mostTries }) => `${tries}/${mostTries}`],
      ['空间', 36, ({ ownerName }) => ownerName ?? ''],
      ['失败原因', 60, ({ fault }) => fault ?? ''],
    ],
    async (deps, operator, asked) => {
      const jobState = oneOf(jobStates, asked.state) ?? 'lost'
      const { jobArray: rows, nextCursor } = await listJobs(deps, operator, { ...withSearch(asked), jobState })
      return { rows, nextCursor }
    },
  ),
  droppedJobs: sheet<DroppedJob>(
    [
      ['任务', 30, ({ kindLabel }) => kindLabel],
      ['编号', 14, ({ jobId }) => jobId],
      ['停止时间', 20, ({ dropTime }) => moment(dropTime)],
      ['停止人', 16, ({ droppedBy }) => droppedBy],
      ['停止的原因', 40, ({ reason }) => reason],
      ['空间', 36, ({ ownerName }) => ownerName ?? ''],
      ['失败原因', 60, ({ fault }) => fault ?? ''],
    ],
    async (deps, operator, asked) => {
      const { jobArray: rows, nextCursor } = await listDroppedJobs(deps, operator, withSearch(asked))
      return { rows, nextCursor }
    },
  ),
  record: sheet<OperatorLine>(
    [
      ['时间', 20, ({ time }) => moment(time)],
      ['操作', 24, ({ label }) => label],
      ['内容', 60, ({ detail }) => detail ?? ''],
      ['IP', 20, ({ address }) => address],
    ],
    async (deps, operator, asked) => {
      const { logArray: rows, nextCursor } = await listOperatorLog(deps, operator, withSearch(asked))
      return { rows, nextCursor }
    },
  ),
})
