import { mkdirSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { parseArgs } from 'node:util'
import { checkReason } from '@moqi/domain/contract/draft-text'
import { orderStateLabels } from '@moqi/domain/labels/status-labels'
import { isTrial, offerAudiences, type PackOffer } from '@moqi/domain/orders/pack-offer'
import { fenOf, yuanText } from '@moqi/domain/orders/yuan-text'
import { Refusal } from '@moqi/domain/refusal'
import { formatDate, parseTime } from '@moqi/domain/time/format-date'
import type { Ordering } from '#src/cores/order/credit-order.ts'
import { endReturn } from '#src/cores/order/give-back.ts'
import { allOffers, findOffer, type OfferMaking, saveOffer } from '#src/cores/order/offers.ts'
import { confirmTransfer, type OpenPayment, openPayments, refuseVoucher } from '#src/cores/order/transfers.ts'
import { checkLedger } from '#src/cores/quota/check-ledger.ts'
import { openJournal } from '#src/platform/audit/open-journal.ts'
import { openBlobs } from '#src/platform/blobs/open-blobs.ts'
import { type Config, readConfig } from '#src/platform/config.ts'
import { type Database, type Db, openDatabase } from '#src/platform/database/database.ts'
import { readDerivationKey } from '#src/platform/keys/derivation-key.ts'
import { openKeyEncryption } from '#src/platform/keys/open-key-encryption.ts'
import type { Sending } from '#src/platform/messages/queue-message.ts'
import { newIds } from '#src/platform/new-ids.ts'
import { openOwner } from './owner-connection.ts'
import { readArguments } from './read-arguments.ts'

/** `npm run orders`: what an operator decides about orders, the catalogue, and whether the ledgers add up. */

const usage = `用法：
  npm run orders                                        待处理：待审核的汇款凭证、待退回的款项、收到但未入账的款项
  npm run orders -- voucher 付款单号 目录               把汇款凭证存入目录
  npm run orders -- confirm 付款单号 --reference 银行流水号   款项已到账，份数随即到账
  npm run orders -- refuse 付款单号 --reason 原因       凭证不通过，原因告知下单人
  npm run orders -- returned 付款单号                   款项已退回
  npm run orders -- keep 付款单号 --reason 原因         不予退款，份数恢复，原因告知下单人
  npm run orders -- offers                              套餐目录
  npm run orders -- offer 编号 --name 名称 --copies 份数 --yuan 价格 --months 月数 --for person|company|all
                    [--from 日期] [--until 日期]        新增或修改套餐，已提交的订单不变
  npm run orders -- check                               核对各空间的份数明细、订单与付款`

const operator = '平台运营'

type Options = Partial<Record<(typeof optionNames)[number], string>>
type Asked = { command: string; name: string; directory: string; options: Options }
type Tools = { config: Config; db: Database }

const optionNames = ['reference', 'reason', 'name', 'copies', 'yuan', 'months', 'for', 'from', 'until'] as const

/** What is done about one payment. */
const decisions: Readonly<Record<string, (tools: Tools, one: OpenPayment, asked: Asked) => Promise<string>>> = {
  voucher: keepVoucher,
  async confirm(tools, { payment, order }, { options: { reference = '' } }) {
    if (reference.trim() === '') throw new Error('请用 --reference 写明银行流水号')
    const given = { paymentNo: payment.payment_no, by: operator, reference: reference.trim() }
    await decide(tools, (deps) =>
      tools.db.write(payment.tenant_id, (tx) => confirmTransfer(deps, tx, payment.tenant_id, given)),
    )
    return `订单${order.order_no}已支付，${order.copies}份已到账`
  },
  async refuse(tools, { payment, order }, { options }) {
    const given = { paymentNo: payment.payment_no, by: operator, reason: reasonOf(options) }
    await decide(tools, (deps) =>
      tools.db.write(payment.tenant_id, (tx) => refuseVoucher(deps, tx, payment.tenant_id, given)),
    )
    return `订单${order.order_no}的凭证已驳回，原因已告知下单人`
  },
  async returned(tools, one) {
    await endOf(tools, one, null)
    return `订单${one.order.order_no}的款项已退回`
  },
  async keep(tools, one, { options }) {
    await endOf(tools, one, reasonOf(options))
    return `订单${one.order.order_no}不予退款，原因已告知下单人`
  },
}

async function endOf(tools: Tools, { payment }: OpenPayment, fault: string | null): Promise<void> {
  const isEnded = await decide(tools, (deps) =>
    tools.db.write(payment.tenant_id, (tx) => endReturn(deps, tx, payment, { fault, who: operator })),
  )
  if (!isEnded) throw new Error(`付款单 ${payment.payment_no} 没有待退回的款项`)
}

async function main(asked: Asked | null): Promise<number> {
  if (!asked) {
    console.error(usage)
    return 2
  }
  const config = readConfig(process.env)
  const access = await openOwner(config)
  const db = openDatabase({ ...access.owner, max: 1 })
  try {
    return await run({ config, db }, asked)
  } finally {
    await db.close()
    await access.close()
  }
}

async function run(tools: Tools, asked: Asked): Promise<number> {
  const { db } = tools
  if (asked.command === 'list') return list(await openPayments(db))
  if (asked.command === 'check') return check(db)
  if (asked.command === 'offers') return offers(await db.directory(allOffers))
  if (asked.command === 'offer') {
    const offer = offerOf(asked)
    await decide(tools, (deps) => db.directoryWrite((tx) => sell(deps, tx, offer)))
    return offers([offer])
  }
  const one = (await openPayments(db)).find(({ payment }) => payment.payment_no === asked.name)
  if (!one) throw new Error(`没有待处理的付款单 ${asked.name}。npm run orders 列出全部`)
  console.log(await decisions[asked.command]?.(tools, one, asked))
  return 0
}

async function sell(deps: Ordering, tx: Db, offer: PackOffer): Promise<void> {
  const known = await findOffer(tx, offer.offerId)
  if (known && isTrial(known)) throw new Error(`${offer.offerId}是免费体验，不能改为收费。请换一个编号`)
  const made: OfferMaking = {
    deed: known ? 'change' : 'add',
    operatorId: null,
    madeBy: '命令行',
    agreedBy: null,
    reason: null,
  }
  await saveOffer(deps, tx, offer, made)
}

function list(open: readonly OpenPayment[]): number {
  for (const { payment, order, owner } of open) {
    const sum = `${yuanText(payment.fen)}元`
    const facts = [payment.payment_no, formatDate(payment.created_at), owner, order.order_no, order.pack_name, sum]
    console.log([...facts, `${orderStateLabels[order.state]}，${whatToDo(payment.state)}`].join('  '))
  }
  if (open.length === 0) console.log('没有待处理的付款')
  return 0
}

const whatToDo = (state: OpenPayment['payment']['state']) =>
  ({ pending: '待审核汇款凭证', received: '款项已收，未入账', returning: '款项待退回', returned: '已退回' })[state]

async function check(db: Database): Promise<number> {
  const faults = await checkLedger(db)
  for (const { tenantId, what, id } of faults) console.log(`${what}  ${tenantId}  ${id}`)
  console.log(faults.length === 0 ? '各空间的份数明细、订单与付款一致' : `发现${faults.length}处不一致`)
  return faults.length === 0 ? 0 : 1
}

function offers(all: readonly PackOffer[]): number {
  for (const { offerId, name, copies, fen, months, audience, saleBegin, saleEnd } of all) {
    const sale = [saleBegin, saleEnd].map((at) => (at === null ? '' : formatDate(at))).join('～')
    const facts = [offerId, name, `${copies}份`, `${yuanText(fen)}元`, `${months}个月`, audience]
    console.log([...facts, sale === '～' ? '' : sale].join('  ').trimEnd())
  }
  return 0
}

/** Bytes as they came, under a name that says whose they are. */
async function keepVoucher({ config, db }: Tools, { order }: OpenPayment, { directory }: Asked): Promise<string> {
  const file = await db.read(order.tenant_id, (tenant) =>
    tenant
      .selectFrom('file')
      .where('tenant_id', '=', order.tenant_id)
      .where('file_id', '=', order.voucher_file_id)
      .select(['name', 'sha256'])
      .executeTakeFirst(),
  )
  if (!file) throw new Error('该订单没有汇款凭证')
  const bytes = await (await openBlobs(config, Date.now)).get(file.sha256)
  mkdirSync(directory, { recursive: true })
  const path = join(directory, `${order.order_no}-${basename(file.name)}`)
  writeFileSync(path, bytes)
  return path
}

async function decide<T>({ config, db }: Tools, work: (deps: Ordering) => Promise<T>): Promise<T> {
  const { keyEncryption, close } = await openKeyEncryption(config)
  const derivationKey = await readDerivationKey(db, keyEncryption, Date.now()).finally(close)
  openJournal({ db, derivationKey })
  const sending: Sending = { now: Date.now, sms: { name: config.sms?.carrier ?? 'outbox' } }
  return work({ config, newId: newIds(), derivationKey, ...sending })
}

function reasonOf({ reason = '' }: Options): string {
  const checked = checkReason(reason)
  if (!checked.ok) throw new Error(`${checked.message}：--reason 原因`)
  return checked.value
}

function offerOf({ name: offerId, options }: Asked): PackOffer {
  const audience = offerAudiences.find((one) => one === options.for)
  const fen = fenOf(options.yuan ?? '')
  const [copies, months] = [wholeOf(options.copies), wholeOf(options.months)]
  const [saleBegin, saleEnd] = [parseTime(options.from), parseTime(options.until)]
  if (!/^[\w-]{1,40}$/.test(offerId) || !options.name || !audience || !fen || !copies || !months) throw new Error(usage)
  if (misread(options.from, saleBegin) || misread(options.until, saleEnd)) throw new Error('日期应如 2026-12-01')
  return { offerId, name: options.name, copies, fen, months, audience, saleBegin, saleEnd }
}

const misread = (text: string | undefined, at: number | null) => text !== undefined && at === null

const wholeOf = (text = '') => (/^[1-9]\d{0,5}$/.test(text) ? Number(text) : null)

function parsed(): Asked | null {
  const options = Object.fromEntries(optionNames.map((name) => [name, { type: 'string' } as const]))
  const { values, positionals } = parseArgs({ allowPositionals: true, options })
  const [command = 'list', name = '', directory = ''] = positionals
  const isKnown =
    ['list', 'check', 'offers'].includes(command) ||
    (command === 'voucher' && directory !== '') ||
    (command !== 'voucher' && name !== '' && (command === 'offer' || Object.hasOwn(decisions, command)))
  return isKnown ? { command, name, directory, options: textsOf(values) } : null
}

const textsOf = (values: Readonly<Record<string, unknown>>): Options =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => typeof value === 'string'))

process.exitCode = await main(readArguments(parsed)).catch((error: unknown) => {
  console.error(error instanceof Refusal || error instanceof Error ? error.message : error)
  return 1
})
