import type { Sent } from '@moqi/api/call'
import type { CompanySeal } from '@moqi/api/company-seal'
import type { SignatureRecord } from '@moqi/api/signature-record'
import type { Table } from '@moqi/api/table'
import { willWayTable } from '@moqi/domain/contract/will-kind'
import { formatDate } from '@moqi/domain/time/format-date'
import { useEffect } from 'react'
import { createPortal } from 'react-dom'
import { call } from '../../client/call.ts'
import { purposeOf, rightOf, specOf } from './seal-words.ts'
import './printed-register.css'

/** What is printed, oldest first, whether there was more than fits into one print, and when it was read (ms). */
export type RegisterRows = { records: readonly SignatureRecord[]; cut: boolean; readAt: number }

const mostPrinted = 1000

/** Reads all that was asked for, up to a thousand uses. */
export async function readRegister(asked: Sent<Table['listSignatureRecords']>): Promise<RegisterRows> {
  const records: SignatureRecord[] = []
  let cursor: string | null = null
  do {
    const page: { recordArray: SignatureRecord[]; nextCursor: string | null } = await call('listSignatureRecords', {
      ...asked,
      cursor,
      pageSize: 50,
    })
    records.push(...page.recordArray)
    cursor = page.nextCursor
  } while (cursor !== null && records.length < mostPrinted)
  return { records: records.slice(0, mostPrinted).toReversed(), cut: cursor !== null, readAt: Date.now() }
}

const titles = [
  '序号',
  '用印时间',
  '使用人',
  '合同主题',
  '合同编号',
  '用印依据',
  '意愿认证',
  '文件指纹（SHA-256）',
] as const

type PrintedRegisterProps = {
  seal: CompanySeal
  companyName: string
  period: string
  rows: RegisterRows
  onDone: () => void
}

/** 用印登记簿 on A4, which only a printer sees; it goes once it is printed or given up. */
export function PrintedRegister({ seal, companyName, period, rows, onDone }: PrintedRegisterProps) {
  useEffect(() => {
    addEventListener('afterprint', onDone, { once: true })
    print()
    return () => removeEventListener('afterprint', onDone)
  }, [onDone])
  return createPortal(
    <section className="printed-register" aria-label="用印登记簿">
      <h1>用印登记簿</h1>
      <p>{companyName}</p>
      <p>
        {seal.sealName}（{seal.sealCode}，{purposeOf(seal)}，{specOf(seal)}）　{period}　共{rows.records.length}次
        {rows.cut && '（仅打印最近1000次）'}
      </p>
      <table>
        <thead>
          <tr>
            {titles.map((title) => (
              <th key={title}>{title}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.records.map((record, index) => (
            <tr key={record.recordId}>
              <td>{index + 1}</td>
              <td>{formatDate(record.signTime, '{y}-{m}-{d} {h}:{i}')}</td>
              <td>{record.signerName}</td>
              <td>{record.taskName}</td>
              <td>{record.taskNo}</td>
              <td>{rightOf(record)}</td>
              <td>{record.willAuthArray.map((way) => willWayTable[way].label).join('、') || '—'}</td>
              <td className="printed-register-hash">{record.sha256}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p>打印时间：{formatDate(rows.readAt, '{y}-{m}-{d} {h}:{i}')}　保管人（签字）：　　　　　　　　</p>
    </section>,
    document.body,
  )
}
