// The inner loop of develop.py's cleaning: for each neighbour's place, how alike it is, and its light added by that.
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
