import type { Transfer } from '@moqi/api/operator'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { callBlob } from '../../client/call.ts'
import { dataUrl } from '../../client/picture.ts'
import { Button } from '../../ui/button.tsx'
import { LoadingFailed } from '../../ui/loading-failed.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

/** The slip as it was handed in, a page at a time; that it was opened stands in the order's log. */
export function VoucherPages({ transfer: { paymentNo, voucherPages, voucherName } }: { transfer: Transfer }) {
  const [page, setPage] = useState(1)
  const {
    data: picture,
    error,
    isFetching,
    refetch,
  } = useQuery({
    queryKey: ['operator-voucher', paymentNo, page],
    queryFn: ({ signal }) => callBlob('transferVoucher', { paymentNo, page }, { signal, quiet: true }).then(dataUrl),
    enabled: voucherPages > 0,
    staleTime: Infinity,
  })
  if (voucherPages === 0) return <p className="muted voucher-none">没有汇款凭证</p>
  return (
    <figure className="voucher-pages">
      {picture && (
        <div className="voucher-paper" role="group" aria-label="汇款凭证" tabIndex={0}>
          <img src={picture} alt={`汇款凭证第${page}页`} />
        </div>
      )}
      {!picture &&
        (error ? (
          <LoadingFailed onRetry={() => void refetch()} busy={isFetching} />
        ) : (
          <Skeleton rows={8} height={36} />
        ))}
      <figcaption className="spread">
        <span className="small muted clip">{voucherName}</span>
        {voucherPages > 1 && (
          <span className="row">
            <Button size="s" disabled={page === 1} onClick={() => setPage(page - 1)}>
              上一页
            </Button>
            <span className="num small">
              {page} / {voucherPages}
            </span>
            <Button size="s" disabled={page === voucherPages} onClick={() => setPage(page + 1)}>
              下一页
            </Button>
          </span>
        )}
      </figcaption>
    </figure>
  )
}
