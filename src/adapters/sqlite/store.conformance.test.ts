import { describeCaptureStore } from '../../../test/conformance/capture-store.ts'
import { describeHistoryReader } from '../../../test/conformance/history-reader.ts'
import { describeJobQueue } from '../../../test/conformance/job-queue.ts'
import type { OpenStores } from '../../../test/conformance/open-stores.ts'
import { describeProjectStore } from '../../../test/conformance/project-store.ts'
import { openStore } from './store.ts'

const open: OpenStores = (clock) =>
  openStore({ file: ':memory:', backupFolder: '', keepBackups: 1, clock })

describeCaptureStore('SQLite', open)
describeHistoryReader('SQLite', open)
describeJobQueue('SQLite', open)
describeProjectStore('SQLite', open)
