declare module 'pg/lib/index' {
  import pg from 'pg'
  export default pg
}
