import { openBlobs } from '#src/platform/blobs/open-blobs.ts'
import { readConfig } from '#src/platform/config.ts'
import { openDatabase } from '#src/platform/database/database.ts'
import { scrub } from '#src/platform/scrub/scrub.ts'
import { openOwner } from './owner-connection.ts'

/** `npm run scrub`: reads every blob and every document beside the server and names what is damaged. */

async function main(): Promise<number> {
  const config = readConfig(process.env)
  const access = await openOwner(config)
  const db = openDatabase({ ...access.owner, max: 1 })
  const blobs = await openBlobs(config, Date.now)
  try {
    // What a pass of the server has begun is ended first, then everything is read.
    await scrub({ db, blobs, now: Date.now }, { mostMs: Infinity, restMs: Infinity })
    const { pieces, bytes, damaged } = await scrub({ db, blobs, now: Date.now }, { mostMs: Infinity, restMs: 0 })
    for (const name of damaged) console.log(`已损坏或丢失  ${name}`)
    console.log(`已读取${pieces}项，${(bytes / 1024 ** 2).toFixed(1)} MB，发现${damaged.length}处损坏`)
    return damaged.length === 0 ? 0 : 1
  } finally {
    blobs.close()
    await db.close()
    await access.close()
  }
}

process.exitCode = await main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  return 1
})
