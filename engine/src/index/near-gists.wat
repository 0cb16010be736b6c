;; Gists are stored in blocks of four, 272 bytes each: four times 64 signed bytes, then for each gist (i32) the least product
;; with the post's gist that counts. The post's gist is at 0, as 64 numbers of two bytes. Results are written from 128 on:
;; the slot and the product (i32 each).
(module
  (memory (export "memory") 1)

  ;; Scans $blocks blocks from $block on, the first of which holds $slot. Returns where the results end.
  (func (export "scan") (param $block i32) (param $blocks i32) (param $slot i32) (result i32)
    (local $end i32) (local $out i32) (local $counts i32)
    (local $p0 v128) (local $p1 v128) (local $p2 v128) (local $p3 v128) (local $p4 v128) (local $p5 v128) (local $p6 v128) (local $p7 v128)
    (local $a v128) (local $b v128) (local $c v128) (local $d v128) (local $sums v128)
    (local.set $end (i32.add (local.get $block) (i32.mul (local.get $blocks) (i32.const 272))))
    (local.set $out (i32.const 128))
    (local.set $p0 (v128.load offset=0 (i32.const 0)))
    (local.set $p1 (v128.load offset=16 (i32.const 0)))
    (local.set $p2 (v128.load offset=32 (i32.const 0)))
    (local.set $p3 (v128.load offset=48 (i32.const 0)))
    (local.set $p4 (v128.load offset=64 (i32.const 0)))
    (local.set $p5 (v128.load offset=80 (i32.const 0)))
    (local.set $p6 (v128.load offset=96 (i32.const 0)))
    (local.set $p7 (v128.load offset=112 (i32.const 0)))
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $block) (local.get $end)))
        ;; The products of gist 1, in four sums.
        (local.set $a (i32x4.dot_i16x8_s (v128.load8x8_s offset=0 (local.get $block)) (local.get $p0)))
        (local.set $a (i32x4.add (local.get $a) (i32x4.dot_i16x8_s (v128.load8x8_s offset=8 (local.get $block)) (local.get $p1))))
        (local.set $a (i32x4.add (local.get $a) (i32x4.dot_i16x8_s (v128.load8x8_s offset=16 (local.get $block)) (local.get $p2))))
        (local.set $a (i32x4.add (local.get $a) (i32x4.dot_i16x8_s (v128.load8x8_s offset=24 (local.get $block)) (local.get $p3))))
        (local.set $a (i32x4.add (local.get $a) (i32x4.dot_i16x8_s (v128.load8x8_s offset=32 (local.get $block)) (local.get $p4))))
        (local.set $a (i32x4.add (local.get $a) (i32x4.dot_i16x8_s (v128.load8x8_s offset=40 (local.get $block)) (local.get $p5))))
        (local.set $a (i32x4.add (local.get $a) (i32x4.dot_i16x8_s (v128.load8x8_s offset=48 (local.get $block)) (local.get $p6))))
        (local.set $a (i32x4.add (local.get $a) (i32x4.dot_i16x8_s (v128.load8x8_s offset=56 (local.get $block)) (local.get $p7))))
        ;; The products of gist 2, in four sums.
        (local.set $b (i32x4.dot_i16x8_s (v128.load8x8_s offset=64 (local.get $block)) (local.get $p0)))
        (local.set $b (i32x4.add (local.get $b) (i32x4.dot_i16x8_s (v128.load8x8_s offset=72 (local.get $block)) (local.get $p1))))
        (local.set $b (i32x4.add (local.get $b) (i32x4.dot_i16x8_s (v128.load8x8_s offset=80 (local.get $block)) (local.get $p2))))
        (local.set $b (i32x4.add (local.get $b) (i32x4.dot_i16x8_s (v128.load8x8_s offset=88 (local.get $block)) (local.get $p3))))
        (local.set $b (i32x4.add (local.get $b) (i32x4.dot_i16x8_s (v128.load8x8_s offset=96 (local.get $block)) (local.get $p4))))
        (local.set $b (i32x4.add (local.get $b) (i32x4.dot_i16x8_s (v128.load8x8_s offset=104 (local.get $block)) (local.get $p5))))
        (local.set $b (i32x4.add (local.get $b) (i32x4.dot_i16x8_s (v128.load8x8_s offset=112 (local.get $block)) (local.get $p6))))
        (local.set $b (i32x4.add (local.get $b) (i32x4.dot_i16x8_s (v128.load8x8_s offset=120 (local.get $block)) (local.get $p7))))
        ;; The products of gist 3, in four sums.
        (local.set $c (i32x4.dot_i16x8_s (v128.load8x8_s offset=128 (local.get $block)) (local.get $p0)))
        (local.set $c (i32x4.add (local.get $c) (i32x4.dot_i16x8_s (v128.load8x8_s offset=136 (local.get $block)) (local.get $p1))))
        (local.set $c (i32x4.add (local.get $c) (i32x4.dot_i16x8_s (v128.load8x8_s offset=144 (local.get $block)) (local.get $p2))))
        (local.set $c (i32x4.add (local.get $c) (i32x4.dot_i16x8_s (v128.load8x8_s offset=152 (local.get $block)) (local.get $p3))))
        (local.set $c (i32x4.add (local.get $c) (i32x4.dot_i16x8_s (v128.load8x8_s offset=160 (local.get $block)) (local.get $p4))))
        (local.set $c (i32x4.add (local.get $c) (i32x4.dot_i16x8_s (v128.load8x8_s offset=168 (local.get $block)) (local.get $p5))))
        (local.set $c (i32x4.add (local.get $c) (i32x4.dot_i16x8_s (v128.load8x8_s offset=176 (local.get $block)) (local.get $p6))))
        (local.set $c (i32x4.add (local.get $c) (i32x4.dot_i16x8_s (v128.load8x8_s offset=184 (local.get $block)) (local.get $p7))))
        ;; The products of gist 4, in four sums.
        (local.set $d (i32x4.dot_i16x8_s (v128.load8x8_s offset=192 (local.get $block)) (local.get $p0)))
        (local.set $d (i32x4.add (local.get $d) (i32x4.dot_i16x8_s (v128.load8x8_s offset=200 (local.get $block)) (local.get $p1))))
        (local.set $d (i32x4.add (local.get $d) (i32x4.dot_i16x8_s (v128.load8x8_s offset=208 (local.get $block)) (local.get $p2))))
        (local.set $d (i32x4.add (local.get $d) (i32x4.dot_i16x8_s (v128.load8x8_s offset=216 (local.get $block)) (local.get $p3))))
        (local.set $d (i32x4.add (local.get $d) (i32x4.dot_i16x8_s (v128.load8x8_s offset=224 (local.get $block)) (local.get $p4))))
        (local.set $d (i32x4.add (local.get $d) (i32x4.dot_i16x8_s (v128.load8x8_s offset=232 (local.get $block)) (local.get $p5))))
        (local.set $d (i32x4.add (local.get $d) (i32x4.dot_i16x8_s (v128.load8x8_s offset=240 (local.get $block)) (local.get $p6))))
        (local.set $d (i32x4.add (local.get $d) (i32x4.dot_i16x8_s (v128.load8x8_s offset=248 (local.get $block)) (local.get $p7))))
        ;; Adds up the four sums of each gist: $sums has one number per gist.
        (local.set $a (i32x4.add
          (i8x16.shuffle 0 1 2 3 16 17 18 19 4 5 6 7 20 21 22 23 (local.get $a) (local.get $b))
          (i8x16.shuffle 8 9 10 11 24 25 26 27 12 13 14 15 28 29 30 31 (local.get $a) (local.get $b))))
        (local.set $c (i32x4.add
          (i8x16.shuffle 0 1 2 3 16 17 18 19 4 5 6 7 20 21 22 23 (local.get $c) (local.get $d))
          (i8x16.shuffle 8 9 10 11 24 25 26 27 12 13 14 15 28 29 30 31 (local.get $c) (local.get $d))))
        (local.set $sums (i32x4.add
          (i8x16.shuffle 0 1 2 3 4 5 6 7 16 17 18 19 20 21 22 23 (local.get $a) (local.get $c))
          (i8x16.shuffle 8 9 10 11 12 13 14 15 24 25 26 27 28 29 30 31 (local.get $a) (local.get $c))))
        (local.set $counts (i32x4.bitmask (i32x4.ge_s (local.get $sums) (v128.load offset=256 (local.get $block)))))
        (if (local.get $counts) (then
          (if (i32.and (local.get $counts) (i32.const 1)) (then
            (i32.store (local.get $out) (i32.add (local.get $slot) (i32.const 0)))
            (i32.store offset=4 (local.get $out) (i32x4.extract_lane 0 (local.get $sums)))
            (local.set $out (i32.add (local.get $out) (i32.const 8)))))
          (if (i32.and (local.get $counts) (i32.const 2)) (then
            (i32.store (local.get $out) (i32.add (local.get $slot) (i32.const 1)))
            (i32.store offset=4 (local.get $out) (i32x4.extract_lane 1 (local.get $sums)))
            (local.set $out (i32.add (local.get $out) (i32.const 8)))))
          (if (i32.and (local.get $counts) (i32.const 4)) (then
            (i32.store (local.get $out) (i32.add (local.get $slot) (i32.const 2)))
            (i32.store offset=4 (local.get $out) (i32x4.extract_lane 2 (local.get $sums)))
            (local.set $out (i32.add (local.get $out) (i32.const 8)))))
          (if (i32.and (local.get $counts) (i32.const 8)) (then
            (i32.store (local.get $out) (i32.add (local.get $slot) (i32.const 3)))
            (i32.store offset=4 (local.get $out) (i32x4.extract_lane 3 (local.get $sums)))
            (local.set $out (i32.add (local.get $out) (i32.const 8)))))))
        (local.set $slot (i32.add (local.get $slot) (i32.const 4)))
        (local.set $block (i32.add (local.get $block) (i32.const 272)))
        (br $next)))
    (local.get $out)))
