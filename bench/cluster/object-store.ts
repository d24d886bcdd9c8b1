import { playS3, s3Bucket, s3Key } from '../../apps/server/src/testing/s3-player.ts'

/** An S3 on loopback, with the settings by which a node uses it. */
export type ObjectStore = { name: string; settings: NodeJS.ProcessEnv; stop: () => Promise<void> }

/** The tests' own player in this process: what it holds is gone with it. */
export async function startPlayer(): Promise<ObjectStore> {
  const player = await playS3({ addressing: 'path', once: 'if-none-match' })
  return {
    name: '本地替身（进程内，停止即失）',
    settings: {
      MOQI_BLOBS: `s3://${s3Bucket}/moqi`,
      MOQI_S3_ENDPOINT: player.endpoint,
      MOQI_S3_KEY_ID: s3Key.id,
      MOQI_S3_KEY_SECRET: s3Key.secret,
      MOQI_S3_ADDRESSING: 'path',
    },
    stop: player.close,
  }
}
