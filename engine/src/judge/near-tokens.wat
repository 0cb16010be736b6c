;; Tokens are 384 whole numbers of 16 bits each, one after another; 16384 stands for 1.
(module
  (memory (export "memory") 1 65536)

  ;; Writes for each of the tokens from $wanted to $wantedEnd its greatest dot product with a token from $tokens to $end,
  ;; an f32 each from $out on. There are a multiple of four tokens to choose from, and at least four.
  (func (export "nearest") (param $wanted i32) (param $wantedEnd i32) (param $tokens i32) (param $end i32) (param $out i32)
    (local $row i32) (local $at i32) (local $stop i32) (local $best f32)
    (local $q v128) (local $a v128) (local $b v128) (local $c v128) (local $d v128)
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $wanted) (local.get $wantedEnd)))
        (local.set $best (f32.const -0x1p28))
        (local.set $row (local.get $tokens))
        (local.set $stop (i32.add (local.get $wanted) (i32.const 768)))
        ;; Four tokens at a time, so that each number of the wanted one is loaded once for all of them.
        (loop $four
          (local.set $a (v128.const i32x4 0 0 0 0))
          (local.set $b (v128.const i32x4 0 0 0 0))
          (local.set $c (v128.const i32x4 0 0 0 0))
          (local.set $d (v128.const i32x4 0 0 0 0))
          (local.set $at (local.get $wanted))
          (loop $part
            (local.set $q (v128.load offset=0 (local.get $at)))
            (local.set $a (i32x4.add (local.get $a) (i32x4.dot_i16x8_s (local.get $q) (v128.load offset=0 (local.get $row)))))
            (local.set $b (i32x4.add (local.get $b) (i32x4.dot_i16x8_s (local.get $q) (v128.load offset=768 (local.get $row)))))
            (local.set $c (i32x4.add (local.get $c) (i32x4.dot_i16x8_s (local.get $q) (v128.load offset=1536 (local.get $row)))))
            (local.set $d (i32x4.add (local.get $d) (i32x4.dot_i16x8_s (local.get $q) (v128.load offset=2304 (local.get $row)))))
            (local.set $q (v128.load offset=16 (local.get $at)))
            (local.set $a (i32x4.add (local.get $a) (i32x4.dot_i16x8_s (local.get $q) (v128.load offset=16 (local.get $row)))))
            (local.set $b (i32x4.add (local.get $b) (i32x4.dot_i16x8_s (local.get $q) (v128.load offset=784 (local.get $row)))))
            (local.set $c (i32x4.add (local.get $c) (i32x4.dot_i16x8_s (local.get $q) (v128.load offset=1552 (local.get $row)))))
            (local.set $d (i32x4.add (local.get $d) (i32x4.dot_i16x8_s (local.get $q) (v128.load offset=2320 (local.get $row)))))
            (local.set $row (i32.add (local.get $row) (i32.const 32)))
            (local.set $at (i32.add (local.get $at) (i32.const 32)))
            (br_if $part (i32.lt_u (local.get $at) (local.get $stop))))
          (local.set $best (f32.max (local.get $best) (f32.convert_i32_s (i32.add (i32.add (i32x4.extract_lane 0 (local.get $a)) (i32x4.extract_lane 1 (local.get $a))) (i32.add (i32x4.extract_lane 2 (local.get $a)) (i32x4.extract_lane 3 (local.get $a)))))))
          (local.set $best (f32.max (local.get $best) (f32.convert_i32_s (i32.add (i32.add (i32x4.extract_lane 0 (local.get $b)) (i32x4.extract_lane 1 (local.get $b))) (i32.add (i32x4.extract_lane 2 (local.get $b)) (i32x4.extract_lane 3 (local.get $b)))))))
          (local.set $best (f32.max (local.get $best) (f32.convert_i32_s (i32.add (i32.add (i32x4.extract_lane 0 (local.get $c)) (i32x4.extract_lane 1 (local.get $c))) (i32.add (i32x4.extract_lane 2 (local.get $c)) (i32x4.extract_lane 3 (local.get $c)))))))
          (local.set $best (f32.max (local.get $best) (f32.convert_i32_s (i32.add (i32.add (i32x4.extract_lane 0 (local.get $d)) (i32x4.extract_lane 1 (local.get $d))) (i32.add (i32x4.extract_lane 2 (local.get $d)) (i32x4.extract_lane 3 (local.get $d)))))))
          (local.set $row (i32.add (local.get $row) (i32.const 2304)))
          (br_if $four (i32.lt_u (local.get $row) (local.get $end))))
        ;; Each factor was 16384 times too large.
        (f32.store (local.get $out) (f32.mul (local.get $best) (f32.const 0x1p-28)))
        (local.set $out (i32.add (local.get $out) (i32.const 4)))
        (local.set $wanted (local.get $stop))
        (br $next)))))
