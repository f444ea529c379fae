// The inner loop of develop.py's cleaning: for each neighbor's place, how alike it is, and its light added by that.
#include <math.h>
#include <stdlib.h>
#include <string.h>

static int within(int i, int n) { return i < 0 ? 0 : i >= n ? n - 1 : i; }

// The mean over (2 r + 1) squared places, in place, edges repeated; `t` is room for one picture.
static void blur(float *d, float *t, int h, int w, int r) {
  const float share = 1.0f / ((2 * r + 1) * (2 * r + 1));
  for (int y = 0; y < h; y++) {
    const float *in = d + (size_t)y * w;
    float *out = t + (size_t)y * w, sum = 0;
    for (int x = -r; x <= r; x++) sum += in[within(x, w)];
    for (int x = 0; x < w; x++) {
      out[x] = sum;
      sum += in[within(x + r + 1, w)] - in[within(x - r, w)];
    }
  }
  float *sum = calloc(w, sizeof *sum);
  for (int y = -r; y <= r; y++)
    for (int x = 0; x < w; x++) sum[x] += t[(size_t)within(y, h) * w + x];
  for (int y = 0; y < h; y++) {
    const float *in = t + (size_t)within(y + r + 1, h) * w, *gone = t + (size_t)within(y - r, h) * w;
    for (int x = 0; x < w; x++) {
      d[(size_t)y * w + x] = sum[x] * share;
      sum[x] += in[x] - gone[x];
    }
  }
  free(sum);
}

// a, b: light of the halves (3 floats a place); la, lb: their means; feature: 4 floats; offsets: n pairs of dy, dx.
void clean(const float *a, const float *b, const float *la, const float *lb, const float *var, const float *feature,
           const float *unsure, int h, int w, const int *offsets, int n, int patch, float strength, float *suma,
           float *sumb, float *wa, float *wb) {
  const size_t size = (size_t)h * w;
  float *da = malloc(size * sizeof *da), *db = malloc(size * sizeof *db), *edge = malloc(size * sizeof *edge),
        *room = malloc(size * sizeof *room);
  int *column = malloc(w * sizeof *column);
  for (int k = 0; k < n; k++) {
    for (int x = 0; x < w; x++) column[x] = within(x + offsets[2 * k + 1], w);
    for (int y = 0; y < h; y++) {
      const size_t row = (size_t)within(y + offsets[2 * k], h) * w;
      for (int x = 0; x < w; x++) {
        const size_t p = (size_t)y * w + x, q = row + column[x];
        const float low = var[p] + fminf(var[p], var[q]), both = 1 / (1e-8f + strength * (var[p] + var[q]));
        // Each half's weights come from the other.
        da[p] = ((lb[p] - lb[q]) * (lb[p] - lb[q]) - low) * both;
        db[p] = ((la[p] - la[q]) * (la[p] - la[q]) - low) * both;
        float apart = 0;
        for (int c = 0; c < 4; c++) {
          const float f = feature[4 * p + c] - feature[4 * q + c];
          apart += f * f;
        }
        edge[p] = fmaxf((apart - unsure[p] - fminf(unsure[p], unsure[q])) / (1 + 2 * (unsure[p] + unsure[q])), 0);
      }
    }
    blur(da, room, h, w, patch);
    blur(db, room, h, w, patch);
    for (int y = 0; y < h; y++) {
      const size_t row = (size_t)within(y + offsets[2 * k], h) * w;
      for (int x = 0; x < w; x++) {
        const size_t p = (size_t)y * w + x, q = row + column[x];
        const float ka = expf(-fminf(fmaxf(da[p], 0) + edge[p], 30)), kb = expf(-fminf(fmaxf(db[p], 0) + edge[p], 30));
        for (int c = 0; c < 3; c++) {
          suma[3 * p + c] += a[3 * q + c] * ka;
          sumb[3 * p + c] += b[3 * q + c] * kb;
        }
        wa[p] += ka;
        wb[p] += kb;
      }
    }
  }
  free(da);
  free(db);
  free(edge);
  free(room);
  free(column);
}

// A thin lens, worked out from a picture that is sharp everywhere. `img`: 3 floats a place; `c`: the radius of each
// place's disc in pixels, negative before the plane of focus; `reach`: how far to look at each place; `out` as `img`.
void defocus(const float *img, const float *c, const float *reach, int h, int w, const float *spiral, int n, float *out) {
  for (int y = 0; y < h; y++) {
    for (int x = 0; x < w; x++) {
      const size_t p = (size_t)y * w + x;
      const float r = reach[p], cp = c[p], rp = fabsf(cp);
      if (r < 0.6f) {
        for (int k = 0; k < 3; k++) out[3 * p + k] = img[3 * p + k];
        continue;
      }
      float own[3] = {0}, owned = 0, near[3] = {0}, nearer = 0;
      // All places of a small disc; of a large one a spiral's, turned differently at each place.
      const int small = r <= 9.0f, side = (int)ceilf(r), count = small ? (2 * side + 1) * (2 * side + 1) : n + 1;
      unsigned hash = (unsigned)(x * 73856093) ^ (unsigned)(y * 19349663);
      hash = (hash ^ (hash >> 13)) * 1274126177u;
      const float turn = (hash >> 8) * (6.2831853f / 16777216.0f), ct = cosf(turn) * r, st = sinf(turn) * r;
      const float each = small ? 1.0f : 3.14159265f * r * r / n;
      for (int i = 0; i < count; i++) {
        float dx, dy, area = each;
        if (small) {
          dx = i % (2 * side + 1) - side;
          dy = i / (2 * side + 1) - side;
        } else if (i == n) {
          dx = dy = 0;
          area = 1;
        } else {
          dx = spiral[2 * i] * ct - spiral[2 * i + 1] * st;
          dy = spiral[2 * i] * st + spiral[2 * i + 1] * ct;
        }
        const int qx = x + (int)lrintf(dx), qy = y + (int)lrintf(dy);
        const size_t q = (size_t)within(qy, h) * w + within(qx, w);
        const float cq = c[q], rq = fabsf(cq);
        // What is behind spreads no farther over a place than the place itself is blurred.
        const float re = fmaxf(cq > cp ? fminf(rq, rp) : rq, 0.56f), far = sqrtf(dx * dx + dy * dy);
        const float inside = fminf(fmaxf(re - far + 0.5f, 0), 1);
        if (inside <= 0) continue;
        const float weight = inside * area / (3.14159265f * re * re), front = fminf(fmaxf((cp - cq - 0.5f) / 1.5f, 0), 1);
        for (int k = 0; k < 3; k++) {
          own[k] += img[3 * q + k] * weight * (1 - front);
          near[k] += img[3 * q + k] * weight * front;
        }
        owned += weight * (1 - front);
        nearer += weight * front;
      }
      const float cover = fminf(nearer, 1), rest = owned > 1e-6f ? (1 - cover) / owned : 0, fore = cover / fmaxf(nearer, 1e-6f);
      for (int k = 0; k < 3; k++) out[3 * p + k] = owned > 1e-6f ? own[k] * rest + near[k] * fore : near[k] / fmaxf(nearer, 1e-6f);
    }
  }
}

// One level of an à-trous filter over both halves' light (3 floats a place), each weighted by the other's brightness.
// guide: 5 floats a place, direction (3), distance and tone; slope: how distance changes by a pixel right and down.
void level(const float *a, const float *b, const float *va, const float *vb, const float *guide, const float *slope,
           int h, int w, int step, float strength, float *oa, float *ob, float *ova, float *ovb) {
  const float taps[5] = {1 / 16.0f, 4 / 16.0f, 6 / 16.0f, 4 / 16.0f, 1 / 16.0f};
  for (int y = 0; y < h; y++) {
    for (int x = 0; x < w; x++) {
      const size_t p = (size_t)y * w + x;
      const float *g = guide + 5 * p;
      const float la = a[3 * p] + a[3 * p + 1] + a[3 * p + 2], lb = b[3 * p] + b[3 * p + 1] + b[3 * p + 2];
      const float sa = 1 / (strength * sqrtf(va[p]) + 1e-4f), sb = 1 / (strength * sqrtf(vb[p]) + 1e-4f);
      const float sharp = 1 / (0.012f * g[3] + 1e-4f);
      float wa = 0, wb = 0, ca[3] = {0}, cb[3] = {0}, na = 0, nb = 0;
      for (int j = -2; j <= 2; j++) {
        const int qy = within(y + j * step, h);
        for (int i = -2; i <= 2; i++) {
          const int qx = within(x + i * step, w);
          const size_t q = (size_t)qy * w + qx;
          const float *f = guide + 5 * q;
          const float plane = fabsf(f[3] - g[3] - slope[2 * p] * (qx - x) - slope[2 * p + 1] * (qy - y)) * sharp;
          const float turn = 1 - (f[0] * g[0] + f[1] * g[1] + f[2] * g[2]), tone = fabsf(f[4] - g[4]);
          const float edge = plane + 3.5f * fmaxf(turn - 0.02f, 0) + 2.0f * fmaxf(tone - 0.25f, 0);
          const float qa = a[3 * q] + a[3 * q + 1] + a[3 * q + 2], qb = b[3 * q] + b[3 * q + 1] + b[3 * q + 2];
          const float k = taps[i + 2] * taps[j + 2], ka = k * expf(-fminf(edge + fabsf(qb - lb) * sb, 30)),
                      kb = k * expf(-fminf(edge + fabsf(qa - la) * sa, 30));
          for (int c = 0; c < 3; c++) {
            ca[c] += ka * a[3 * q + c];
            cb[c] += kb * b[3 * q + c];
          }
          wa += ka;
          wb += kb;
          na += ka * ka * va[q];
          nb += kb * kb * vb[q];
        }
      }
      for (int c = 0; c < 3; c++) {
        oa[3 * p + c] = ca[c] / wa;
        ob[3 * p + c] = cb[c] / wb;
      }
      ova[p] = na / (wa * wa);
      ovb[p] = nb / (wb * wb);
    }
  }
}
