import type { Embedding } from '@moqi/api/embedding'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../client/call.ts'
import { Button } from '../../ui/button.tsx'
import { Facts } from '../../ui/facts.tsx'
import { LoadingFailed } from '../../ui/loading-failed.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { success } from '../../ui/toast-store.ts'
import { EmbeddingSheet } from './embedding-sheet.tsx'
import { integrationKeys, rereadIntegrations } from './integration-keys.ts'

/** From where an integration's signing pages may be framed, and where they lead back to. */
export function EmbeddingCard({ integrationId }: { integrationId: string }) {
  const [editing, edit] = useState(false)
  const { data, refetch, isError, isFetching } = useQuery({
    queryKey: integrationKeys.embedding(integrationId),
    queryFn: ({ signal }) => call('getEmbedding', { integrationId }, { signal, quiet: true }),
  })
  return (
    <section className="card integration-facts">
      <div className="spread">
        <h3 className="h3">嵌入签署</h3>
        {data && <Button onClick={() => edit(true)}>设置</Button>}
      </div>
      {data ? (
        <Facts facts={factsOf(data)} />
      ) : isError ? (
        <LoadingFailed onRetry={() => void refetch()} busy={isFetching} />
      ) : (
        <Skeleton rows={2} height={24} />
      )}
      {editing && data && (
        <EmbeddingSheet
          integrationId={integrationId}
          embedding={data}
          onDone={() => {
            edit(false)
            success('已保存')
            void rereadIntegrations()
          }}
          onClose={() => edit(false)}
        />
      )}
    </section>
  )
}

const factsOf = ({ originArray, returnArray }: Embedding) =>
  [
    ['可嵌入的网站', originArray.length === 0 ? '无，签署页面只能单独打开' : originArray.join('、')],
    ['返回地址', returnArray.length === 0 ? '无' : returnArray.join('、')],
  ] as const
