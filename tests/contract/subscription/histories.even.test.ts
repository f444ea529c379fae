import { testHistories } from './history.ts'

testHistories(0)
